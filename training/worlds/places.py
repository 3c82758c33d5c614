"""Places and services: hotels, restaurants, museums, trips, events, buildings, shops."""

from __future__ import annotations

from random import Random

from training.worlds.domain import Domain
from training.worlds.goods import PRICE, PRICE_EURO, RATING
from training.worlds.names import TOWNS, code, company, town, venue
from training.worlds.properties import Choice, Flag, Moment, Number, Person

CITY = Choice("city", "location", tuple(TOWNS[:40]), ("{s} is in {v}", "{s} is located in {v}", "you find {s} in {v}"), "Where is {s}?")
PARKING = Flag("parking", ("has parking", "offers parking on site", "has its own car park"), ("has no parking", "offers no parking", "does not have a car park"))
DOGS = Flag("dogs allowed", ("allows dogs", "welcomes dogs", "lets you bring your dog"), ("does not allow dogs", "has a no-dogs rule", "does not admit dogs"))
ACCESS = Flag("wheelchair access", ("is wheelchair accessible", "can be reached by wheelchair", "has step-free access"), ("is not wheelchair accessible", "cannot be reached by wheelchair", "has no step-free access"))
WIFI = Flag("free Wi-Fi", ("has free Wi-Fi", "offers Wi-Fi at no charge", "includes Wi-Fi"), ("charges for Wi-Fi", "has no free Wi-Fi", "does not offer free Wi-Fi"))
OPENING = Moment("opening hours", "opening hours", "hours", ("{s} is open {v}", "{s} opens {v}", "you can visit {s} {v}"), "When is {s} open?")
CLOSED = Moment("closed", "closing days", "days", ("{s} is closed on {v}", "{s} does not open on {v}", "{s} stays shut on {v}"), "On which days is {s} closed?")
PHONE = Number("phone extension", "extension", 100, 999, 0, verbs=("dial extension {v} for {s}", "{s} has extension {v}"))
CARDS = Flag("card payment", ("accepts cards", "takes card payments", "lets you pay by card"), ("is cash only", "does not accept cards", "takes no card payments"))


def _route(random: Random) -> str:
    first, last = random.sample(TOWNS, 2)
    return random.choice((f"Train {random.randint(10, 9999)}", f"Flight {code(random)}", f"Bus {random.randint(1, 300)}", f"the {first}-{last} ferry", f"{first} to {last}"))


def _event(random: Random) -> str:
    kind = random.choice(("Jazz Festival", "Marathon", "Book Fair", "Science Day", "Developer Meetup", "Food Market", "Film Week", "Open Studio", "Chess Open"))
    return f"{town(random)} {kind}"


PLACES = (
    Domain("hotel", "hotel", lambda random: venue(random, random.choice(("Hotel", "Inn", "Guesthouse", "Lodge", "Residence"))), (
        Number("price per night", "nightly rate", 40, 480, 0, before="€", verbs=("a night at {s} costs {v}", "{s} charges {v} per night", "rooms at {s} start at {v}"), more="more expensive", most="most expensive", less="cheaper", least="cheapest", other_unit="dollars", ask_with="What does a night at {s} cost?"),
        CITY, RATING, PARKING, DOGS, WIFI, ACCESS,
        Flag("breakfast included", ("includes breakfast", "serves breakfast at no extra cost", "has breakfast in the price"), ("does not include breakfast", "charges extra for breakfast", "has rates without breakfast")),
        Flag("free cancellation", ("can be cancelled free of charge", "offers free cancellation", "is refundable"), ("is non-refundable", "cannot be cancelled for free", "offers no free cancellation")),
        Flag("pool", ("has a pool", "offers a swimming pool"), ("has no pool", "does not have a swimming pool")),
        Number("distance to station", "distance to the station", 0.2, 15, 1, "km", "kilometres", verbs=("{s} is {v} from the station", "it is {v} from the station to {s}"), more="farther from the station", most="farthest from the station", less="closer to the station", least="closest to the station", other_unit="miles"),
        Moment("check-in", "check-in time", "clock", ("check-in at {s} starts at {v}", "guests can check in to {s} from {v}"), "When can I check in at {s}?"),
        Moment("check-out", "check-out time", "clock", ("check-out at {s} is at {v}", "guests leave {s} by {v}"), "When is check-out at {s}?"),
        Number("rooms", "number of rooms", 8, 320, 0, "rooms", "rooms", verbs=("{s} has {v}", "{s} offers {v}"), more="larger", most="largest", less="smaller", least="smallest"),
    )),
    Domain("restaurant", "restaurant", lambda random: venue(random, random.choice(("Bistro", "Kitchen", "Trattoria", "Diner", "Café", "Grill"))), (
        OPENING, CLOSED, CITY, RATING, CARDS, DOGS, PARKING,
        Choice("cuisine", "cuisine", ("Thai", "Italian", "Georgian", "Mexican", "Lebanese", "Portuguese", "Indian", "Korean", "Ethiopian"), ("{s} serves {v} food", "{s} is a {v} place", "{s} cooks {v} dishes"), "What does {s} serve?"),
        Flag("outdoor seating", ("has outdoor seating", "has tables outside", "lets you sit outside"), ("has no outdoor seating", "has no tables outside", "seats guests indoors only")),
        Flag("reservations", ("takes reservations", "lets you book a table"), ("does not take reservations", "is walk-in only", "works without bookings")),
        Flag("takeaway", ("offers takeaway", "sells food to go"), ("offers no takeaway", "does not sell food to go", "serves on site only")),
        Flag("vegetarian options", ("has vegetarian dishes", "offers vegetarian options"), ("has no vegetarian dishes", "offers no vegetarian options")),
        Person("chef", "chef", ("{v} is the chef at {s}", "the kitchen of {s} is run by {v}", "{v} cooks at {s}"), "Who is the chef at {s}?"),
        Number("lunch price", "price of the lunch menu", 8, 40, 2, before="€", verbs=("lunch at {s} costs {v}", "the lunch menu at {s} is {v}"), more="more expensive", most="most expensive", less="cheaper", least="cheapest"),
    )),
    Domain("museum", "museum", lambda random: venue(random, random.choice(("Museum", "Gallery", "Zoo", "Observatory", "Palace", "Library"))), (
        OPENING, CLOSED, CITY, ACCESS, PARKING, CARDS,
        Number("admission", "admission", 3, 35, 0, before="€", verbs=("admission to {s} is {v}", "a ticket for {s} costs {v}", "{s} charges {v}"), more="more expensive", most="most expensive", less="cheaper", least="cheapest", ask_with="What is the admission to {s}?"),
        Flag("photography allowed", ("allows photography", "lets you take photos", "permits pictures"), ("forbids photography", "does not allow photos", "prohibits pictures")),
        Flag("free for children", ("is free for children", "admits children at no charge"), ("is not free for children", "charges children too")),
        Flag("open on holidays", ("is open on public holidays", "stays open on holidays"), ("is closed on public holidays", "shuts on holidays", "does not open on holidays")),
        Moment("founded", "founding year", "year", ("{s} was founded in {v}", "{s} opened in {v}", "{s} dates from {v}"), "When was {s} founded?"),
        Person("architect", "architect", ("{s} was designed by {v}", "{v} designed {s}", "{v} drew the plans of {s}"), "Who designed {s}?"),
        Person("director", "director", ("{v} directs {s}", "{s} is headed by {v}", "the director of {s} is {v}"), "Who runs {s}?"),
        Number("visitors", "number of visitors", 2000, 900000, 0, "visitors a year", "visitors", verbs=("{s} had {v}", "{s} counts {v}"), more="busier", most="busiest"),
    )),
    Domain("connection", "connection", _route, (
        Moment("departure", "departure time", "clock", ("{s} leaves at {v}", "{s} departs at {v}", "{s} sets off at {v}"), "When does {s} leave?"),
        Moment("arrival", "arrival time", "clock", ("{s} arrives at {v}", "{s} gets in at {v}", "{s} reaches its destination at {v}"), "When does {s} arrive?"),
        Number("platform", "platform", 1, 24, 0, verbs=("{s} leaves from platform {v}", "{s} uses platform {v}"), ask_with="Which platform does {s} use?"),
        Number("fare", "fare", 5, 400, 2, before="€", verbs=("a ticket for {s} costs {v}", "the fare on {s} is {v}"), more="more expensive", most="most expensive", less="cheaper", least="cheapest", ask_with="What is the fare on {s}?"),
        Choice("destination", "destination", tuple(TOWNS[10:45]), ("{s} goes to {v}", "{s} runs to {v}", "the destination of {s} is {v}"), "Where does {s} go?"),
        Choice("origin", "origin", tuple(TOWNS[:30]), ("{s} starts in {v}", "{s} comes from {v}"), "Where does {s} start?"),
        Number("changes", "number of changes", 1, 4, 0, "changes", "changes", verbs=("{s} needs {v}", "there are {v} on {s}"), more="less direct", most="least direct"),
        Number("duration", "travel time", 20, 600, 0, "minutes", "min", verbs=("{s} takes {v}", "the trip with {s} lasts {v}"), more="slower", most="slowest", less="faster", least="fastest", other_unit="hours", ask_with="How long does {s} take?"),
        Flag("bicycles allowed", ("takes bicycles", "carries bikes", "lets you bring a bicycle"), ("does not take bicycles", "carries no bikes", "has no room for bicycles")),
        Flag("baggage included", ("includes checked baggage", "has a checked bag in the fare"), ("does not include checked baggage", "charges extra for checked baggage", "has no checked bag in the fare")),
        Flag("on time", ("is on time", "runs as scheduled", "is punctual"), ("is delayed", "is running late", "is not on time"), (("on time", "delayed"), ("yes", "no"), ("On time", "Delayed"), ("true", "false"), ("on time", "late"))),
        Number("seat", "seat", 1, 80, 0, verbs=("the seat on {s} is {v}", "you sit in seat {v} on {s}")),
    )),
    Domain("event", "event", _event, (
        Moment("date", "date", "date", ("{s} takes place on {v}", "{s} is on {v}", "{s} is scheduled for {v}"), "When is {s}?"),
        Moment("starts", "start time", "clock", ("{s} starts at {v}", "{s} begins at {v}", "doors of {s} open at {v}"), "What time does {s} start?"),
        Moment("day", "weekday", "weekday", ("{s} falls on a {v}", "{s} is held on {v}"), "On which day is {s}?"),
        Choice("venue", "venue", ("Town Hall", "Riverside Park", "Grand Theatre", "Central Library", "Expo Centre", "Old Mill", "City Stadium"), ("{s} is held at {v}", "{s} takes place at {v}", "the venue of {s} is {v}"), "Where is {s} held?"),
        Person("speaker", "main speaker", ("{v} speaks at {s}", "the main speaker of {s} is {v}", "{v} opens {s}"), "Who speaks at {s}?"),
        Person("organiser", "organiser", ("{v} organises {s}", "{s} is run by {v}"), "Who organises {s}?"),
        Number("ticket", "ticket price", 5, 180, 0, before="$", verbs=("a ticket for {s} costs {v}", "{s} costs {v} to enter"), more="more expensive", most="most expensive", less="cheaper", least="cheapest"),
        Flag("free entry", ("is free to enter", "has free admission", "costs nothing to attend"), ("charges admission", "is not free", "has paid entry")),
        Flag("registration required", ("requires registration", "needs you to sign up"), ("requires no registration", "can be attended without signing up", "does not need registration")),
        Flag("indoor", ("is held indoors", "takes place inside"), ("is held outdoors", "takes place in the open air")),
        Flag("cancelled", ("has been cancelled", "will not take place", "was called off"), ("goes ahead as planned", "has not been cancelled", "will take place")),
        Number("attendance", "attendance", 50, 40000, 0, "visitors", "people", verbs=("{s} drew {v}", "{v} came to {s}"), more="better attended", most="best attended", less="smaller", least="smallest"),
    )),
    Domain("course", "course", lambda random: f"{random.choice(('Pottery', 'Spanish', 'Photography', 'First Aid', 'Statistics', 'Welding', 'Yoga', 'Python', 'Baking', 'Sailing'))} {random.choice(('for Beginners', 'I', 'II', 'Workshop', 'Advanced', 'Evening Class'))}", (
        PRICE, Moment("day", "weekday", "weekday", ("{s} meets on {v}", "{s} is taught on {v}"), "On which day is {s}?"),
        Moment("time", "start time", "clock", ("{s} starts at {v}", "{s} begins at {v}")), Person("teacher", "teacher", ("{v} teaches {s}", "{s} is taught by {v}", "{s} is led by {v}"), "Who teaches {s}?"),
        Number("weeks", "length", 2, 16, 0, "weeks", "weeks", verbs=("{s} runs for {v}", "{s} lasts {v}"), more="longer", most="longest", less="shorter", least="shortest", other_unit="months"),
        Number("places", "number of places", 6, 40, 0, "places", "participants", verbs=("{s} has {v}", "{s} takes {v}"), more="larger", most="largest", less="smaller", least="smallest"),
        Choice("room", "room", ("Room 4", "Room 12", "Studio B", "the main hall", "Lab 3", "the annex"), ("{s} is held in {v}", "{s} meets in {v}")),
        Flag("certificate", ("ends with a certificate", "awards a certificate"), ("gives no certificate", "does not award a certificate")),
        Flag("fully booked", ("is fully booked", "has no places left", "is full"), ("still has places", "has free places", "is not fully booked")),
        Flag("online", ("is taught online", "takes place online"), ("is taught in person", "takes place on site", "is not offered online")),
        Flag("prior knowledge", ("requires prior knowledge", "is not for beginners"), ("requires no prior knowledge", "is open to beginners")),
    )),
    Domain("flat", "flat", lambda random: f"{random.choice(('Apartment', 'Flat', 'Unit', 'House', 'Studio'))} {random.randint(1, 60)}{random.choice(('A', 'B', '', '', 'C'))}", (
        Number("rent", "monthly rent", 400, 3500, 0, before="€", verbs=("{s} rents for {v} a month", "the rent of {s} is {v}"), more="more expensive", most="most expensive", less="cheaper", least="cheapest", ask_with="What is the rent of {s}?"),
        Number("size", "floor area", 22, 190, 0, "m²", "square metres", verbs=("{s} has {v}", "{s} measures {v}"), more="larger", most="largest", less="smaller", least="smallest", other_unit="square feet"),
        Number("floor", "floor", 1, 14, 0, verbs=("{s} is on floor {v}", "{s} lies on level {v}"), more="higher up", most="highest up"), CITY, PARKING,
        Flag("furnished", ("is furnished", "comes with furniture"), ("is unfurnished", "comes without furniture", "is let empty")),
        Flag("balcony", ("has a balcony", "comes with a balcony"), ("has no balcony", "comes without a balcony")),
        Flag("pets allowed", ("allows pets", "lets tenants keep pets"), ("does not allow pets", "forbids pets")),
        Flag("lift", ("has a lift", "can be reached by lift"), ("has no lift", "can be reached by stairs only")),
        Moment("available from", "availability date", "date", ("{s} is free from {v}", "you can move into {s} on {v}"), "When is {s} available?"),
        Person("agent", "agent", ("{v} lets {s}", "ask {v} about {s}", "the agent for {s} is {v}"), "Who is the agent for {s}?"),
    )),
    Domain("shop", "shop", company, (
        OPENING, CLOSED, CITY, CARDS, PARKING, ACCESS, PHONE, PRICE_EURO,
        Flag("open on Sundays", ("is open on Sundays", "opens on Sundays too"), ("is closed on Sundays", "does not open on Sundays", "stays shut on Sundays")),
        Flag("home delivery", ("delivers to your door", "offers home delivery"), ("does not deliver", "offers no home delivery", "is collection only")),
        Flag("gift wrapping", ("wraps gifts", "offers gift wrapping"), ("does not wrap gifts", "offers no gift wrapping")),
        Person("manager", "manager", ("{v} manages {s}", "the manager of {s} is {v}", "{s} is run by {v}"), "Who manages {s}?"),
    )),
)
