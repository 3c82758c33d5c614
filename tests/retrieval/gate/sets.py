"""Retrieved sets that the tests share; all written for them."""

PHOTOSYNTHESIS = (
    "Photosynthesis is the process by which green plants turn light, water and carbon dioxide into sugar and oxygen.",
    "In photosynthesis, chlorophyll in the chloroplasts absorbs light, and the energy drives the making of glucose.",
    "The light reactions of photosynthesis take place in the thylakoid membranes; the Calvin cycle follows.",
    "Cellular respiration breaks glucose down in the mitochondria and releases energy as ATP.",
    "During cellular respiration cells consume oxygen and give off carbon dioxide and water.",
)

ACCOUNT_CREATION = (
    "To create an account, enter your email address and choose a user name.",
    "Account creation needs a valid phone number. We send a code by text message.",
    "New accounts start on the free plan. You can invite colleagues after signing up.",
)

FEATURES = (
    "The product offers dashboards, alerts and an audit log.",
    "Features include single sign-on, role-based access and exports to CSV.",
    "Teams can share boards and comment on charts.",
)

FOUNDED = ("The company was founded in 1995.", "Our offices are in Leeds and Ghent.")

FOUNDER_IN_FOURTH = (
    "Acme was founded in 1987.",
    "Acme sells anvils and rockets.",
    "The canteen of Acme serves soup on Mondays.",
    "Acme was founded by Clara Winter, an engineer from Graz.",
)
