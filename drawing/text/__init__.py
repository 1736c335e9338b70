"""What happened and why, in sentences; the names of what gives points; the rules in short."""
