"""Where camt.052, .053 and .054 keep things, in every version at once.

Versions 01 to 14 moved a few elements and added more; they never gave an old
path a new meaning, so one table reads them all. Slot numbers are the order in
which `_camt_build` unpacks a row; slot 0 is the line.
"""

from __future__ import annotations

from bankfiles._paths import Inner, Many, Paths, Rows, Sum


def _party(role: str, slot: int) -> Paths:
    """Name, account, bank and ultimate party of one role, in four slots."""
    account = f"RltdPties/{role}Acct/Id"
    bank = f"RltdAgts/{role}Agt/FinInstnId"
    ultimate = f"RltdPties/Ultmt{role}"
    return {
        f"RltdPties/{role}/Nm": slot,
        f"RltdPties/{role}/Pty/Nm": slot,
        f"RltdPties/{role}/Agt/FinInstnId/Nm": slot,
        f"{account}/IBAN": slot + 1,
        f"{account}/Othr/Id": slot + 1,
        f"{account}/BBAN": slot + 1,
        f"{account}/UPIC": slot + 1,
        f"{account}/PrtryAcct/Id": slot + 1,
        f"{bank}/BICFI": slot + 2,
        f"{bank}/BIC": slot + 2,
        f"{bank}/CmbndId/BIC": slot + 2,
        f"{bank}/ClrSysMmbId/MmbId": slot + 2,
        f"{ultimate}/Nm": slot + 3,
        f"{ultimate}/Pty/Nm": slot + 3,
    }


def _transaction_code(slot: int) -> Paths:
    return {
        "BkTxCd/Domn/Cd": slot,
        "BkTxCd/Domn/Fmly/Cd": slot + 1,
        "BkTxCd/Domn/Fmly/SubFmlyCd": slot + 2,
        "BkTxCd/Prtry/Cd": slot + 3,
    }


_CHARGE: Paths = {
    "Amt": Sum(1),
    "CdtDbtInd": 3,
    "ChrgInclInd": 4,
    "Tp/Cd": 5,
    "Tp/Prtry": Inner(5),
}
# From version 04 the charges stand in records, before that in `Chrgs` itself.
_CHARGES = Rows(
    17, 9, {**_CHARGE, "Rcrd": Rows(6, 6, _CHARGE), "TtlChrgsAndTaxAmt": Sum(7)}
)

_EXCHANGE = Rows(16, 5, {"SrcCcy": 1, "TrgtCcy": 2, "UnitCcy": 3, "XchgRate": 4})

DETAIL_SIZE = 40
DETAIL: Paths = {
    "Refs/MsgId": 1,
    "Refs/AcctSvcrRef": 2,
    "Refs/PmtInfId": 3,
    "Refs/InstrId": 4,
    "Refs/EndToEndId": 5,
    "Refs/UETR": 6,
    "Refs/TxId": 7,
    "Refs/MndtId": 8,
    "Amt": Sum(9),
    "CdtDbtInd": 11,
    "AmtDtls/InstdAmt/Amt": Sum(12),
    "AmtDtls/TxAmt/Amt": Sum(14),
    "AmtDtls/InstdAmt/CcyXchg": _EXCHANGE,
    "AmtDtls/TxAmt/CcyXchg": _EXCHANGE,
    "AmtDtls/CntrValAmt/CcyXchg": _EXCHANGE,
    "Chrgs": _CHARGES,
    **_party("Dbtr", 18),
    **_party("Cdtr", 22),
    "Purp/Cd": 26,
    "Purp/Prtry": 26,
    "RmtInf/Ustrd": Many(27),
    "RmtInf/Strd/AddtlRmtInf": Many(28),
    "RmtInf/Strd/RfrdDocInf/Nb": Many(29),
    "RmtInf/Strd/RfrdDocInf/RfrdDocNb": Many(29),
    "RmtInf/Strd/CdtrRefInf/Ref": 30,
    "RmtInf/Strd/CdtrRefInf/CdtrRef": 30,
    "RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Cd": 31,
    "RmtInf/Strd/CdtrRefInf/Tp/CdOrPrtry/Prtry": 31,
    "RmtInf/Strd/CdtrRefInf/Tp/Cd": 31,
    "RmtInf/Strd/CdtrRefInf/CdtrRefTp/Cd": 31,
    "RtrInf/Rsn/Cd": 32,
    "RtrInf/Rsn/Prtry": 32,
    "RtrInf/RtrRsn/Cd": 32,
    "RtrInf/RtrRsn/Prtry": 32,
    "RtrInf/AddtlInf": Many(33),
    "AddtlTxInf": 34,
    **_transaction_code(35),
}

ENTRY_SIZE = 22
ENTRY: Paths = {
    "NtryRef": 1,
    "Amt": Sum(2),
    "CdtDbtInd": 4,
    "RvslInd": 5,
    "Sts": Inner(6),
    "BookgDt/Dt": 7,
    "BookgDt/DtTm": 7,
    "ValDt/Dt": 8,
    "ValDt/DtTm": 8,
    "AcctSvcrRef": 9,
    **_transaction_code(10),
    "Chrgs": Rows(14, 9, _CHARGES.paths),
    "AddtlNtryInf": 15,
    "NtryDtls/Btch/MsgId": 16,
    "NtryDtls/Btch/PmtInfId": 17,
    "NtryDtls/Btch/NbOfTxs": 18,
    "NtryDtls/Btch/TtlAmt": Sum(19),
    "NtryDtls/TxDtls": Rows(21, DETAIL_SIZE, DETAIL),
    # Version 01 had no NtryDtls, and one batch element for all.
    "TxDtls": Rows(21, DETAIL_SIZE, DETAIL),
    "Btch/MsgId": 16,
    "Btch/PmtInfId": 17,
    "Btch/NbOfTxs": 18,
}

HEADER_SIZE = 5
HEADER: Paths = {
    "MsgId": 0,
    "CreDtTm": 1,
    "MsgPgntn/PgNb": 2,
    "MsgPgntn/LastPgInd": 3,
}

STATEMENT_SIZE = 26
STATEMENT: Paths = {
    "Id": 1,
    "ElctrncSeqNb": 2,
    "LglSeqNb": 3,
    "CreDtTm": 4,
    "FrToDt/FrDtTm": 5,
    "FrToDt/FrDt": 5,
    "FrToDt/ToDtTm": 6,
    "FrToDt/ToDt": 6,
    "CpyDplctInd": 7,
    "Acct/Id/IBAN": 8,
    "Acct/Id/Othr/Id": 9,
    "Acct/Id/BBAN": 9,
    "Acct/Id/UPIC": 9,
    "Acct/Id/PrtryAcct/Id": 9,
    "Acct/Ccy": 10,
    "Acct/Nm": 11,
    "Acct/Ownr/Nm": 12,
    "Acct/Ownr/Pty/Nm": 12,
    "Acct/Svcr/FinInstnId/BICFI": 13,
    "Acct/Svcr/FinInstnId/BIC": 13,
    "Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId": 14,
    "StmtPgntn/PgNb": 15,
    "StmtPgntn/LastPgInd": 16,
    "RptPgntn/PgNb": 15,
    "RptPgntn/LastPgInd": 16,
    "NtfctnPgntn/PgNb": 15,
    "NtfctnPgntn/LastPgInd": 16,
    "TxsSummry/TtlNtries/NbOfNtries": 17,
    "TxsSummry/TtlNtries/Sum": 18,
    "TxsSummry/TtlCdtNtries/NbOfNtries": 19,
    "TxsSummry/TtlCdtNtries/Sum": 20,
    "TxsSummry/TtlDbtNtries/NbOfNtries": 21,
    "TxsSummry/TtlDbtNtries/Sum": 22,
    "Bal": Rows(
        23,
        7,
        {
            "Tp/CdOrPrtry/Cd": 1,
            "Tp/CdOrPrtry/Prtry": 1,
            "Tp/Cd": 1,
            "Amt": Sum(2),
            "CdtDbtInd": 4,
            "Dt/Dt": 5,
            "Dt/DtTm": 5,
        },
    ),
}
