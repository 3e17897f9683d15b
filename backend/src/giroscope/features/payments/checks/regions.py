"""Countries and currencies as rules need them: facts in tables, nothing decided."""

# ISO 3166-1 alpha-2, with XK, which banks use for Kosovo.
_COUNTRIES = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL"
    " BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV"
    " CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD"
    " GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM"
    " IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK"
    " LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW"
    " MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR"
    " PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS"
    " ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY"
    " UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK"
)
COUNTRIES = frozenset(_COUNTRIES.split())

# The geographical scope of the SEPA schemes (European Payments Council, EPC409-09).
_SEPA = (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV"
    " MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA"
)
SEPA = frozenset(_SEPA.split())

# ISO 4217, those in circulation and the ones that bulk payments know.
_TWO = (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN"
    " BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP"
    " ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR"
    " IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT"
    " MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP"
    " PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC"
    " SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD"
    " XCG YER ZAR ZMW ZWG"
)
_NONE = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
_THREE = "BHD IQD JOD KWD LYD OMR TND"
DECIMALS = {
    **dict.fromkeys(_TWO.split(), 2),
    **dict.fromkeys(_NONE.split(), 0),
    **dict.fromkeys(_THREE.split(), 3),
}
"""Fraction digits by currency (ISO 4217, list one)."""

# Accounts of these are kept at banks of the other country.
SHARED_BANKS = frozenset(
    {
        frozenset(pair)
        for pair in (
            ("DK", "FO"), ("DK", "GL"), ("FI", "AX"), ("GB", "JE"), ("GB", "GG"),
            ("GB", "IM"), ("FR", "MC"), ("FR", "GF"), ("FR", "GP"), ("FR", "MQ"),
            ("FR", "RE"), ("FR", "YT"), ("FR", "PM"), ("FR", "BL"), ("FR", "MF"),
            ("ES", "IC"), ("IT", "SM"), ("IT", "VA"), ("CH", "LI"), ("NO", "SJ"),
        )
    }
)  # fmt: skip
