"""Nordea Corporate Access over web services: files by SOAP, certificates by code.

Facts from Nordea's "Web Services security and communication description" (2017)
and the joint Finnish messages description (version 1.05).
"""

from banklink.nordea.channel import NordeaChannel
from banklink.nordea.enrolment import NordeaEnrolment

__all__ = ["NordeaChannel", "NordeaEnrolment"]
