"""Concepts that carry nothing to check: what ties an answer together, addresses the user or names the findings."""

from __future__ import annotations

from validation.evidence.document.lexicon import NAMES
from validation.evidence.document.terms import concept

_WORDS = """
yes no also too both either each other others another one ones thing kind option options choice pick result results
found find finding list listed here there overall summary short brief answer query question asked ask look looking
information detail details source according per via based evidence data record records note please mind remember
know show shows shown say says said tell told state states stated mention mentioned indicate indicated give gives gave
given have has had having get gets got getting make makes made put set come comes came go goes went gone do does did
done be is are was were been being become becomes became remain remains stay stays keep_ mean means meant call called
name named refer refers following follows below_ above_ first_ next then finally additionally moreover furthermore
however therefore thus hence so instead meanwhile besides still yet already just even really simply exactly
currently now today you your yours me my we our us they them their it its he she his her him who which that this
these those what when where how why
good great nice well fine right suited suitable suit fit fits meet meets match matches matching work works recommend
recommended recommendation suggest suggested prefer preferred preference would could should can may might must will
shall need needs needed want wants wanted like likes usually_ plan let see
price cost costs priced charge fee pay weigh last take takes taken use uses used using run runs
about around roughly approximately nearly almost some approx circa ca total altogether together sum in_total
respectively respectively_ apiece each_ per_ including include_ plus extra additional additionally_
available offer offers provide provides have_ own sell sells sold
more less than over under within up down least most between from until till to at by with without_ of for on in
much many few lot several
two three four five six seven eight nine ten eleven twelve once
time times date number amount level value figure type way part side
limit budget range
compared compare comparison versus vs against_ difference
consider considering worth only alone single both_ all any every none
live lives located situated locate lie lies
happen happens occur occurs place_
eur usd gbp euro euros dollar dollars
able possible_ require_ hour later earlier after_ before_ ago old aged age
long short_ far near_ towards
above below before after under over exist exists existing apply applies applied total_ manual document page
move moves leave left go goes stop stops join holds hold receive receives received reach travel count counted ride climb
carry carries connect connects speak talk asked check change changes changed changing start starts starting begin
continue continues lead bring turn pick choose select decide decided plan try help let wait sit walk read write see
look view watch hear feel think believe understand learn know expect expected hope wish join join serve pay pays spend
earn visit meet contact call handle operate function perform create produce cause result depend depends vary concern
represent describe describes description explain define present grant award cross crossed won behind ahead receive
money place effect point points version goal goals condition conditions case cases person people someone anyone anything
something nothing origin deal ride journey stay visit service product item items model device unit piece set pack sort
spot moment period stage step reason purpose rest end beginning otherwise yourself afterwards beforehand better
effectively exactly possible certain yourself itself themselves himself herself agreement agreed
user memory turn context section saved stored noted
leaflet article review reviewer report site website listing log chat transcript documentation docs guide faq entry
"""
FRAME = frozenset(concept(word)[0] for word in _WORDS.split())
"""By concept, see `validation.evidence.document.terms.concept`."""
_LABELS = """
dose dosage sum total ingredients deadline duration interest offer steps method servings notes contents requirements
memory disk storage display battery warranty delivery location address opening hours contact phone email language
"""
LABELS = FRAME | frozenset(NAMES.values()) | frozenset(concept(word)[0] for word in _LABELS.split())
"""What names a property and no thing."""
