"""What packs tell of a journal and a payment: the questions that their screens ask.

The answers come from the graph, so a pack says what people see, in both languages.
"""

JOURNAL = """
query EvidenceOfJournal($id: ID!) {
  journal(correlationId: $id) {
    correlationId state needsAttention created updated source messageId executionDate
    totals { ...Total }
    unpaid { ...Total }
    counts { payments accepted rejected pending booked returned }
    account { number iban name owner currency servicer }
    documents { ...File format version receivedBy source }
    nextStep { step values { name value } reason { en da } }
    validation {
      standing checked
      counts { errors warnings notes }
      layers { layer light errors warnings notes reason { en da } }
      groups { code layer severity title { en da } count payments leftOut source }
    }
    findings { severity code said { en da } line path }
    holds { paymentId rule version since }
    heldBack { code message }
    approval {
      state documentId sha256 connection opened expires executionDate policyVersion
      required given needsPasskey signInMinutes uploadedBy rejectedBy reason expiry
      behind { part person at hasAccount }
      rules { name changedPayee inOrder steps { persons givenBy forPerson } }
    }
    answers {
      received stated counting
      document { name sha256 }
      lines { batch status { code meaning } reasons { code text meaning } }
      payments { code meaning count }
    }
    recalls {
      state caseId bank isWhole payments reason reasonText note
      asked askedBy decided decidedBy decision answered
      answers { answer code text meaning count }
    }
    statements {
      id kind status format bankId sequence page currency fromDate toDate
      opening openingDate closing closingDate incoming outgoing entries balanced
      previousClosing followsPrevious
      account { number iban name currency }
      document { name sha256 }
    }
    settlement { at by reason }
    comments { at by text }
    timeline { at code level actor said { en da } }
  }
}
fragment Total on CurrencyTotal { currency amount count }
fragment File on Document { id name kind size sha256 received }
"""
PAYMENT = """
query EvidenceOfPayment($id: ID!) {
  payment(id: $id) {
    id correlationId creditor { name account agent } amount { amount currency }
    executionDate progress statusCode statusMeaning
    reasons { code text meaning } account { number iban name } debtorAccount bank
    endToEndId remittance reference transactionId bookedOn returnId returnedOn
  }
}
"""
