"""What the query and the stated preferences ask for, and whether the response gives it (spec 1, sections 4.3 and 10.4).

One module a kind of requirement, each with one function `(asked, draft) -> requirements`. An unmet requirement forbids
approval, so each module extracts nothing where the wording leaves a doubt.
"""
