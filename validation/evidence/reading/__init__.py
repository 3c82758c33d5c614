"""Claims read beside the lines of the evidence that are nearest to them."""
