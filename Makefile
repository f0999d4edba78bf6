# For those whose fingers know make. Everything is in setup.sh and .ci/run.
.PHONY: play test ci

play:
	sh setup.sh

test:
	sh setup.sh test

ci:
	bash .ci/run
