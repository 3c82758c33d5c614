"""What of an earlier user message is evidence: what it states, and no question or half of one."""

import pytest

from validation.context_md.chat import build_context
from validation.context_md.parser import parse
from validation.domain.context import SectionRole
from validation.domain.gateway.chat import ChatMessage, ChatRole
from validation.evidence.context.items import collect

ASKED = ChatMessage(ChatRole.USER, "What does it cost?")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I ride 40 km. How far is it? Brakes: disc.", "I ride 40 km. Brakes: disc."),
        ("Really?? Yes!", "Yes!"),
        ("first line\nWhat now?\nlast", "first line\n\nlast"),
        ("- My shoes are size 43.\n- Is the Ridge 2 sold for 99 EUR?", "- My shoes are size 43."),
        ("I want something waterproof. Any torches?", "I want something waterproof."),
        ("我穿43码。Ridge 2 的价格是 99 EUR 吗？", "我穿43码。"),
        ("I'm allergic to nuts. can you recommend a cake?", "I'm allergic to nuts."),
        ("I have a nut allergy, so no nuts. Any ideas?", "I have a nut allergy, so no nuts."),
        ("I eat no fish. Please recommend a dish?", "I eat no fish."),
        ("I eat no eggs! any ideas?", "I eat no eggs!"),
        ("I eat no eggs... any ideas?", "I eat no eggs..."),
        ("My budget is 50 EUR. Anything quiet?", "My budget is 50 EUR."),
        ("i'm vegan\ncan you recommend a dish?", "i'm vegan"),
        ("Have a nut allergy\nany ideas?", "Have a nut allergy"),
        ("- allergic to nuts\n- budget 10 EUR\nany cafe tips?", "- allergic to nuts\n- budget 10 EUR"),
        ("- allergic to nuts\n2 cafes in Graz?", "- allergic to nuts"),
        ("I eat no nuts. My list: https://x.example/l?id=3", "I eat no nuts. My list: https://x.example/l?id=3"),
        ("I eat no nuts. Is my list https://x.example/l?id=3?", "I eat no nuts."),
        ("My wife is vegan. what about Roma?", "My wife is vegan."),
        ("is allergic to eggs\nany ideas?", "is allergic to eggs"),
        ("can eat no gluten. any ideas?", "can eat no gluten."),
        ("Can you help me with dinner. I eat no nuts. any ideas?", "I eat no nuts."),
        ("can you help me. i eat no nuts. any ideas?", "i eat no nuts."),
        ("Could you help with dinner for my son. He eats no nuts. any ideas?", "He eats no nuts."),
        ("I eat no nuts. What to cook. My wife asks?", "I eat no nuts."),
        ("My son is vegan. Does Roma suit us. I mean for dinner?", "My son is vegan."),
        ("I ride 40 km.\nIs it far. I think so?\nBrakes: disc.", "I ride 40 km.\nBrakes: disc."),
        ("Is allergic to nuts. Any cake?", "Is allergic to nuts."),
        ("Is vegan and has no oven. Any cake?", "Is vegan and has no oven."),
        ("Can eat no gluten. Any ideas?", "Can eat no gluten."),
        ("Was diagnosed with a fish allergy. Which dish?", "Was diagnosed with a fish allergy."),
        ("Can't stand fish. Any ideas?", "Can't stand fish."),
        ("Does not eat fish. Which dish?", "Does not eat fish."),
        ("Would like a kettle under 50 EUR. Any ideas?", "Would like a kettle under 50 EUR."),
        ("Was in Bonn in May. Any news?", "Was in Bonn in May."),
        ("When I eat nuts I get ill. Any cake?", "When I eat nuts I get ill."),
        ("Hat eine Nussallergie. Welche Torte?", "Hat eine Nussallergie."),
        ("Kann nur 50 EUR zahlen. Welche Kocher?", "Kann nur 50 EUR zahlen."),
        ("Should stay below 300 EUR. What now?", "Should stay below 300 EUR."),
        ("When she travels my wife eats vegan. Any ideas?", "When she travels my wife eats vegan."),
        ("When my wife is the cook she uses no salt. Any ideas?", "When my wife is the cook she uses no salt."),
        ("What I do the most is hike. Any shoes?", "What I do the most is hike."),
        ("I met Ana, who is my doctor. Any advice?", "I met Ana, who is my doctor."),
        ("For me: can eat no gluten. Which cake?", "For me: can eat no gluten."),
        ("My budget: 50 EUR for the tent. Any ideas?", "My budget: 50 EUR for the tent."),
        ("I'd say so, he can walk 5 km. Which trail?", "I'd say so, he can walk 5 km."),
        ("Sorry, my son is allergic to eggs. Which cake?", "Sorry, my son is allergic to eggs."),
    ],
)
def test_what_the_user_asked_before_states_nothing(said: str, kept: str) -> None:
    document = parse(build_context([ChatMessage(ChatRole.USER, said), ASKED]))
    (gathered,) = document.of(SectionRole.GATHERED)
    _, text = document.body(gathered).strip().split("\n\n", 1)
    assert text.split() == kept.split()


@pytest.mark.parametrize(
    "asked",
    [
        "Does the Lumo H4 weigh 88 g incl. battery?",
        "Wiegt die Lumo H4 88 g inkl. Akku?",
        "Is it true that the Lumo H4 (art. no. 4711) weighs 88 g?",
        "Does the Lumo H4 weigh 88 g as lumo.example says?",
        "Does the Lumo H4 cost 49.90 EUR?",
        "Is this right:\nThe Lumo H4 weighs 88 g\n?",
        "The Lumo H4 weighs 88 g\n\n?",
        "Does the Lumo H4 weigh 88 g\nwith its battery?",
        "Does the Lumo H4 weigh 88 g\nand is it red?",
        "Wiegt die Lumo H4 88 g inkl. und exkl. Akku?",
        "The Lumo H4 weighs 88 g!?",
        "The Lumo H4 weighs 88 g (right?)",
        "Wiegt die Lumo H4 88 g einschl. Akku?",
        "Does it weigh 88 g as said on https://x.example/Lumo?",
        "Is the Lumo shop on Sunset Blvd. open today?",
        "is the Lumo shop on Sunset Blvd. open today?",
        "Is Lumo closed on Tues. in May?",
        "Hi, is the Lumo shop on Main Street. nearby or not?",
        "what does Lumo in the Bldg. four charge?",
        "can Lumo on Main Street. repair it?",
        "Please tell me if Lumo on Main Street. is open?",
        "does the Lumo weigh 88 g\nwith its battery?",
        "Lumo on Sunset Blvd. open today?",
        "Kostet die Lumo 49 EUR zuzügl. Versand?",
        "Is it true that the Lumo H4 weighs 88 g. My wife says so?",
        "Does the Lumo H4 weigh 88 g. I read that somewhere, is it right?",
        "Does the Lumo H4 weigh 88 g. Is that right?",
        "Is the Lumo H4 sold for 49 EUR. I mean in Bonn?",
        "Isn't the Lumo H4 sold for 49 EUR. My wife says so?",
        "Has Lumo closed on 4 May. We were told so, is it true?",
        "Have Kern and Lumo merged in 2019. I think so, or not?",
        "So it is. does the Lumo weigh 88 g. My wife says so?",
        "I wonder whether the Lumo weighs 88 g. My wife says so?",
        "Who sells the Lumo for 49 EUR. I heard Topf?",
        "Can you confirm that the Lumo costs 49 EUR. My son needs it. ok?",
        "Ist die Lumo 88 g schwer. Ich habe das gelesen, stimmt das?",
        "Hat Lumo im Mai zugemacht. Wir haben das gehört, stimmt es?",
        "Sorry, does the Lumo lamp weigh 88 g. My wife says so?",
        "Quick question: is the Lumo lamp 88 g heavy. I heard so?",
        "Well, is the Lumo sold for 49 EUR. I read that?",
        "Hello there, can the Lumo run 9 hours. He says so?",
        "Just checking: has the Lumo won in 2019. I think so?",
        "So, in your view, does the Lumo weigh 88 g. My wife says yes?",
        "Hm, what does the Lumo with 88 g cost. My wife asks?",
        "By the way, are the Lumo lamps 88 g. I think so?",
        "Sorry to ask - does the Lumo weigh 88 g. She says so?",
        "Entschuldigung, ist die Lumo 88 g schwer. Ich meine ja?",
        "Sorry, does Lumo on Main Street. weigh 88 g?",
        "Since I am in Bonn, is the Lumo shop open. I heard no?",
        "Lumo H4 重 88 克吗？",
        "هل يزن Lumo H4 88 غرام؟",
    ],
)
def test_nothing_of_a_question_is_kept_as_stated(asked: str) -> None:
    context = build_context([ChatMessage(ChatRole.USER, asked), ASKED])
    assert not any("Lumo" in item.text for item in collect(parse(context)).items)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Any cafe will do but my daughter is allergic to eggs. Where shall we go?", "allergic to eggs"),
        ("What counts most: no nuts please. Which cake?", "no nuts"),
        ("When eating out my son is allergic to nuts. Which cake?", "allergic to nuts"),
        ("Is my daughter, who is allergic to eggs, safe there. We go on Monday, ok?", "allergic to eggs"),
        ("Wie immer bin ich allergisch gegen Eier. Wohin?", "allergisch gegen Eier"),
        ("i'm allergic to nuts. recommend me a cake?", "allergic to nuts"),
        ("I am allergic to nuts, which cake can I have?", "allergic to nuts"),
        ("What can I bake if my wife is allergic to eggs?", "allergic to eggs"),
        ("Which cake is best, I have a nut allergy?", "nut allergy"),
        ("I have a penicillin allergy, what can I take?", "penicillin allergy"),
        ("What about gloves if I'm allergic to latex?", "allergic to latex"),
        ("We are vegetarian and live in Bonn, where can we eat?", "vegetarian"),
        ("Quick one: my daughter can't have nuts, which cakes work?", "daughter can't have nuts"),
        ("Will the cake kill me if I'm allergic to nuts?", "allergic to nuts"),
        ("Do you like the Lumo, I do not eat eggs?", "do not eat eggs"),
        ("Where can we have dinner if my wife is allergic to fish?", "allergic to fish"),
        ("Is there anything for lunch, if I can't eat eggs?", "can't eat eggs"),
        ("Tell me what I can cook when I eat no meat?", "eat no meat"),
        ("What do you recommend, since I am allergic to eggs?", "allergic to eggs"),
        ("I'm allergic to nuts, is it safe at the Roma?", "allergic to nuts"),
        ("My daughter is five and she is allergic to eggs, which cake?", "allergic to eggs"),
    ],
)
def test_what_the_user_must_not_eat_is_kept_of_a_question(said: str, kept: str) -> None:
    context = build_context([ChatMessage(ChatRole.USER, said), ASKED])
    assert [item.text for item in collect(parse(context)).items] == [kept]


@pytest.mark.parametrize(
    "asked",
    [
        "Is the carrot cake made for people allergic to nuts?",
        "Is carrot cake fine for people allergic to nuts, or not?",
        "Carrot cake for people allergic to nuts?",
        "Am I allergic to nuts?",
        "Am I allergic to nuts. My wife says so?",
        "Is my son allergic to nuts. My wife says so?",
        "Does my son have a nut allergy. She says so?",
        "My son is allergic to nuts?",
        "My son is allergic to nuts, right?",
        "The label says: no milk, no eggs, is that true?",
        "Can you check if I am allergic to nuts?",
        "Does the Roma serve no fish. My wife says so?",
        "Which cake has no nuts, the plain one or the rich one?",
        "Is the cake, which has no nuts, still sold for 5 EUR?",
        "I like vegan food, where can I get some?",
        "What a day: we ate nuts. Which cake?",
        "Can you find out if I'm allergic to milk?",
        "Do you recall if I am allergic to fish?",
        "I'm not sure if I'm allergic to nuts, how can I test?",
        "I'm not sure whether I am allergic to milk, how do I test it?",
        "Ich weiß nicht, ob ich gegen Nüsse allergisch bin, was tun?",
        "I'm allergic to nuts, aren't I?",
        "I am allergic to fish, am I not?",
        "You say that I am allergic to nuts, why?",
        "What happens if I eat no fish?",
        "Is it healthy when I eat no nuts?",
        "What would I order if I were allergic to eggs?",
        "My cat is old and she can't eat fish, what treats are ok?",
    ],
)
def test_a_question_about_food_rules_nothing_out(asked: str) -> None:
    context = build_context([ChatMessage(ChatRole.USER, asked), ASKED])
    assert not collect(parse(context)).items
