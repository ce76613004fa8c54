"""Learned evaluation: what goes into it, and how sure it is."""
