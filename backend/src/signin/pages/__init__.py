"""The pages people see: plain escaped HTML, no scripts, one style sheet."""
