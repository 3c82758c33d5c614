"""What only time shows: does a steady load stay steady, and does one pipeline's backlog hold up another's attempt?"""
