"""Words whose exchange turns a sentence around, and words whose exchange leaves it true."""

from __future__ import annotations

OPPOSITES = tuple(
    tuple(pair.split("/"))
    for pair in (
        "open/closed opened/closed opens/closes safe/unsafe rise/fall rose/fell rising/falling increase/decrease increased/decreased "
        "increases/decreases increasing/decreasing higher/lower highest/lowest more/less most/least before/after above/below over/under "
        "early/late earlier/later earliest/latest first/last start/end started/ended begins/ends began/ended won/lost win/lose buy/sell "
        "bought/sold accept/reject accepted/rejected accepts/rejects allow/forbid allowed/forbidden allows/forbids include/exclude "
        "includes/excludes included/excluded including/excluding with/without always/never all/none every/no many/few large/small larger/smaller "
        "largest/smallest big/small long/short longer/shorter old/new older/newer young/old hot/cold warm/cool high/low fast/slow faster/slower "
        "strong/weak stronger/weaker good/bad better/worse best/worst cheap/expensive cheaper/dearer free/paid public/private legal/illegal "
        "valid/invalid possible/impossible likely/unlikely able/unable available/unavailable active/inactive visible/hidden present/absent "
        "true/false right/wrong correct/incorrect necessary/unnecessary required/optional mandatory/voluntary permanent/temporary "
        "national/local domestic/foreign internal/external indoor/outdoor inside/outside inner/outer upper/lower left/right north/south "
        "northern/southern eastern/western east/west up/down upward/downward forward/backward enter/leave entered/left arrive/depart "
        "arrived/departed arrives/departs join/leave joined/left hired/fired gained/lost gain/loss profit/loss success/failure succeeded/failed "
        "pass/fail passed/failed support/oppose supported/opposed supports/opposes agreed/disagreed agree/disagree approved/rejected "
        "confirmed/denied admitted/denied love/hate loved/hated like/dislike liked/disliked positive/negative guilty/innocent dead/alive male/female "
        "man/woman men/women husband/wife father/mother brother/sister son/daughter boy/girl king/queen day/night morning/evening summer/winter "
        "wet/dry heavy/light hard/soft easy/difficult simple/complex full/empty deep/shallow wide/narrow thick/thin clean/dirty loud/quiet "
        "rich/poor healthy/sick single/married maximum/minimum majority/minority ancient/modern major/minor direct/indirect formal/informal "
        "independent/dependent known/unknown popular/unpopular common/rare online/offline on/off enable/disable enabled/disabled "
        "connected/disconnected added/removed add/remove raised/lowered raise/lower expanded/reduced expand/reduce built/demolished "
        "created/destroyed found/lost remembered/forgot continue/stop continued/stopped import/export lend/borrow teach/learn attack/defend"
    ).split()
)  # fmt: skip

SAME = tuple(
    tuple(pair.split("/"))
    for pair in (
        "started/began begin/start large/big purchase/buy purchased/bought residence/home approximately/about roughly/about nearly/almost "
        "also/additionally however/but located/situated children/kids automobile/car movie/film physician/doctor quick/fast error/mistake "
        "assist/help assisted/helped obtain/get obtained/got require/need requires/needs required/needed attempt/try attempted/tried "
        "constructed/built numerous/many several/some received/got remain/stay remained/stayed located/found annually/yearly whole/entire "
        "wealthy/rich ill/sick permit/allow permits/allows permitted/allowed demonstrate/show demonstrated/shown shows/demonstrates "
        "discovered/found established/founded employ/use employed/used create/make created/made choose/select chosen/selected finish/complete "
        "finished/completed reply/answer replied/answered speak/talk important/significant famous/well-known mostly/mainly primarily/mainly "
        "often/frequently rapidly/quickly difficult/hard because/since while/whereas initial/first final/last correct/right incorrect/wrong "
        "located/based provides/offers provide/offer provided/offered contains/includes responsible/accountable"
    ).split()
)  # fmt: skip
