"""Tests of the priorities."""
