"""The configuration of the ERP: drafts, versions, secrets, and what they come to."""
