"""Every figure agentfw promises, measured as a ratio to something timed in the same run."""
