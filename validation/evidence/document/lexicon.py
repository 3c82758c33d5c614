"""Words that mean the same and words that mean the opposite, as results of tools and answers about them use them."""

from __future__ import annotations

_OPPOSITES = """
include contain comprise including built-in | exclude omit excluding
safe | unsafe dangerous hazardous harmful
open opened reopened geöffnet offen öffnet | closed shut close closes geschlossen schließt
rise rose risen increase grow grew grown climb climbed rising gained | fall fell fallen decrease drop dropped decline declined shrink shrank falling
allow permit welcome | forbid prohibit ban forbidden banned disallow barred unwelcome
available in_stock obtainable | unavailable out_of_stock sold_out discontinued
accept approve approved accepted | reject rejected refuse denied
pass passed | fail_test
success successful succeed succeeded successfully | failure unsuccessful failed failing
valid | invalid expired lapsed
active enabled enable activate | inactive disabled disable deactivate
keep kept retain retained preserve preserved | delete deleted erase erased remove removed wiped wipe discard discarded
plug plugged | unplug unplugged
connect | disconnect
legal lawful | illegal unlawful
possible able | impossible unable
true correct accurate | false incorrect wrong inaccurate
like love enjoy prefer favourite favorite | dislike hate hates hated detest
for_side favour favor backed supported supports endorse endorsed | against oppose opposed
above over | below beneath under
free_of_cost free gratis complimentary | chargeable
early | late
punctual on_time | delayed
inside indoor indoors | outside outdoor outdoors
hot warm | cold
full | empty
strong | weak
loud noisy | quiet silent
fast quick rapid | slow
cheap inexpensive affordable | expensive pricey
large big | small
wired corded | wireless cordless
manual manually | automatic automatically
mandatory require required compulsory obligatory necessary | optional voluntary
win won | lost
profit profitable | loss unprofitable
improve improved improvement | worsen worsened deteriorate deteriorated
positive | negative
healthy | unhealthy
edible | inedible poisonous toxic
refundable | non-refundable nonrefundable
furnished | unfurnished
paved | unpaved
guilty convicted | innocent acquitted
confirm confirmed | unconfirmed
employment employed | unemployment unemployed
resolved solved settled settle resolve | unresolved
verified | unverified
encrypted | unencrypted plaintext
secure | insecure vulnerable
stable | unstable
lock locked | unlock unlocked
mount mounted | unmount unmounted
install installed | uninstall uninstalled
compatible | incompatible
reversible | irreversible
complete completed | incomplete unfinished
raw uncooked | cooked
public | private
online | offline
alive living | dead died deceased
cloudless sunny | rainy
waterproof watertight | leaky
majority | minority
upstairs | downstairs
sweetened | unsweetened
"""
"""Complements only: of two sides at most one holds of a thing at a time. `Arrives` and `departs` name two properties."""

_ALIKE = """
price cost costing fee charge priced fare pricing
weigh weight mass
include cover come came equip offer provide supply bundle feature
inhabitant population resident people live inhabited populated
locate situated lie address location
launch release introduce publish unveil debut
found establish
build construct erect built
design designer architect
write author wrote written writer
invent inventor
discover discoverer
run runtime life
leave depart departure dep
arrive arrival reach reaches arr
warranty guarantee
return returns
refund refunded
ship shipping dispatch dispatched sent shipment
deliver delivery delivered
store shop retailer vendor seller
suitable suit appropriate fit
child kid children
use consume draw consumption usage
near close_to towards nearby toward beside next_to
car automobile vehicle
bike bicycle cycle
phone telephone smartphone mobile
laptop notebook
tv television
picture photo image
film movie
flat apartment
doctor physician
illness disease
medicine drug medication
total sum altogether overall
average mean
size dimension
colour color
battery batteries
capacity volume
memory ram
rating rated star
book reserve booking reservation
restaurant eatery
parking car_park park
wifi wlan
check_in checkin check-in
check_out checkout check-out
admission entry entrance
employee staff worker
company firm business
buy purchase
carry transport
repair fix
length long
height tall
width wide
depth deep
age old
distance far
tablet pill
hour hourly
minute min mins
day daily
week weekly
month monthly
year yearly annual annually
night overnight nightly
twice two_times
can able
mandatory need
cancel cancellation cancelled canceled
diet dietary
allergic allergy
capital
teach teacher taught
compose composer
sing singer
found_by founder
win winner
born birth birthplace
die death died_on
feedback review
monday mon montag
tuesday tue tues dienstag
wednesday wed mittwoch
thursday thu thur thurs donnerstag
friday fri freitag
saturday sat samstag sonnabend
sunday sun sonntag
take taken took
begin began begun start started
hold held
give gave given
pay paid
sell sold
lead led
make made
drive drove driven
speak spoke spoken
break broke broken
wear wore worn
eat ate eaten
choose select chose chosen
fly flew flown flight
go went gone
know knew known
think thought
"""

PHRASES = {
    ("in", "stock"): "in_stock", ("out", "of", "stock"): "out_of_stock", ("sold", "out"): "sold_out",
    ("check", "in"): "check_in", ("check", "out"): "check_out", ("car", "park"): "car_park", ("wi", "fi"): "wifi",
    ("next", "to"): "next_to", ("close", "to"): "close_to", ("plugged", "in"): "plugged", ("plug", "in"): "plug",
    ("free", "of", "charge"): "free_of_cost", ("for", "free"): "free_of_cost", ("per", "day"): "daily",
    ("per", "night"): "night", ("per", "week"): "weekly", ("per", "month"): "monthly", ("per", "year"): "yearly",
    ("voted", "for"): "for_side", ("vote", "for"): "for_side", ("votes", "for"): "for_side",
    ("went", "up"): "rise", ("went", "down"): "fall",
    ("died", "on"): "died_on", ("on", "time"): "on_time", ("as", "scheduled"): "on_time", ("on", "schedule"): "on_time",
     ("no", "longer"): "not", ("free", "from"): "without", ("pull", "the", "plug"): "unplug", ("other", "than"): "except", ("apart", "from"): "except", ("aside", "from"): "except",
    ("with", "the", "exception"): "except", ("not", "only"): "also", ("no", "more", "than"): "most",
    ("not", "more", "than"): "most", ("no", "less", "than"): "least", ("no", "fewer", "than"): "least",
    ("no", "later", "than"): "until", ("not", "exceed"): "most", ("not", "just"): "also", ("no", "matter"): "whatever",
    ("no", "doubt"): "surely", ("switched", "off"): "disabled", ("turned", "off"): "disabled",
    ("switched", "on"): "enabled", ("turned", "on"): "enabled",
}  # fmt: skip
"""Words that together mean one thing, by their lower-case forms."""

ALTERNATIVES = (
    "black white red blue green yellow orange pink purple brown grey gray beige navy silver gold violet turquoise",
    "monday tuesday wednesday thursday friday saturday sunday",
    "january february march april june july august september october november december",
    "aisle window middle",
    "left right",
    "north south east west",
    "northern southern eastern western",
    "front back rear",
    "spring summer autumn winter",
    "morning afternoon evening",
    "cotton wool linen silk polyester leather",
    "wood metal plastic glass ceramic steel aluminium bronze brass",
    "male female",
    "vegetarian vegan",
    "espresso latte cappuccino",
    "beef pork chicken fish lamb",
    "bus train plane ferry tram",
    "mother father sister brother son daughter",
    "bedroom bathroom kitchen",
    "english german french spanish italian dutch portuguese polish swedish danish norwegian finnish",
)
"""Values that exclude each other where they stand in the same place."""


def _sides() -> dict[str, tuple[str, int]]:
    """Every word of a pair of opposites: the name of its concept, and 1, or -1 on the denied side."""
    found: dict[str, tuple[str, int]] = {}
    for line in _OPPOSITES.strip().splitlines():
        left, _, right = line.partition("|")
        name = left.split()[0]
        for words, sign in ((left, 1), (right, -1)):
            found.update(dict.fromkeys(words.split(), (name, sign)))
    return found


def _names() -> dict[str, str]:
    return {word: line.split()[0] for line in _ALIKE.strip().splitlines() for word in line.split()}


SIDES = _sides()
NAMES = _names()
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CLASSES = {word: place for place, line in enumerate(ALTERNATIVES) for word in line.split()}
