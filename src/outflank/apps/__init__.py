"""The programs that people run."""
