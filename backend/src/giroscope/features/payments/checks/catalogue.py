"""Every rule of the check by its code, and the layer it belongs to."""

from giroscope.features.payments.checks.layers import (
    address,
    bank,
    cut_off,
    danish,
    duplicates,
    files,
    iso,
    own,
    schema,
)
from giroscope.features.payments.checks.rules import Layer, Rule, unique

BY_LAYER: dict[Layer, dict[str, Rule]] = {
    Layer.FILE: files.RULES,
    Layer.SCHEMA: schema.RULES,
    Layer.ISO: iso.RULES,
    Layer.BANK: bank.RULES,
    Layer.DANISH: danish.RULES,
    Layer.OWN: own.RULES,
    Layer.DUPLICATES: duplicates.RULES,
    Layer.ADDRESS: address.RULES,
    Layer.CUT_OFF: cut_off.RULES,
}
RULES = unique(rule for of_layer in BY_LAYER.values() for rule in of_layer.values())
LAYER_OF = {code: layer for layer, known in BY_LAYER.items() for code in known}
