"""The pages people see: plain HTML without scripts, escaped by markupsafe, styled by one sheet."""
