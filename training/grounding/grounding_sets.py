"""The data sets the grounding model and the tagger are trained on."""

SETS = ("ragtruth_train_qa", "ragtruth_train_summary", "ragtruth_train_data2txt")
