"""Whether what a claim says of things, people and rankings is what the evidence says, where no value decides."""
