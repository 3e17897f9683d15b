"""What became of an imported file, as data and in words."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import select

from giroscope.cli import BAD_INPUT, FAILED, OK
from giroscope.features.uploads import Upload, UploadFinding, UploadState
from giroscope.kernel.database import ReadSession
from giroscope.kernel.tables import Job

_CODES = {
    UploadState.IMPORTED: OK,
    UploadState.KNOWN: OK,
    UploadState.REFUSED: BAD_INPUT,
}
_FINDINGS_SHOWN = 20


class Fate(NamedTuple):
    """The exit code a file stands for, and what to print about it."""

    code: int
    data: dict[str, Any]


async def fate_of(session: ReadSession, upload_id: int) -> Fate:
    """What became of this upload; of a repeat, what became of the first."""
    upload = await session.get_one(Upload, upload_id)
    source = upload
    if upload.duplicate_of is not None:
        source = await session.get_one(Upload, upload.duplicate_of)
    job = await session.get(Job, source.job_id) if source.job_id else None
    findings = await session.scalars(
        select(UploadFinding)
        .where(UploadFinding.upload_id == source.id)
        .order_by(UploadFinding.id)
    )
    code = _CODES.get(UploadState(source.state), FAILED)
    return Fate(code, _data(upload, source, job, list(findings)))


def _data(
    upload: Upload, source: Upload, job: Job | None, findings: list[UploadFinding]
) -> dict[str, Any]:
    return {
        "file": upload.name,
        "upload": upload.id,
        "state": upload.state,
        "duplicateOf": upload.duplicate_of,
        "kind": upload.kind,
        "format": source.format,
        "version": source.version,
        "correlationId": source.correlation_id,
        "counts": source.counts or {},
        "totals": source.totals,
        "accounts": source.accounts,
        "from": source.from_date,
        "to": source.to_date,
        "message": job.message if job else None,
        "findings": [
            {
                "severity": finding.severity.lower(),
                "code": finding.code,
                "message": finding.message,
                "line": finding.line,
                "path": finding.path,
            }
            for finding in findings
        ],
    }


def describe(fate: Fate) -> list[str]:
    """The fate of one file, for people."""
    return list(_lines(fate.data))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    state = str(data["state"]).lower()
    known = f", the same bytes as upload {data['duplicateOf']}"
    yield (
        f"{data['file']}: {state}{known if data['duplicateOf'] else ''}"
        f" ({data['version'] or data['format'] or 'unknown format'})"
    )
    counts = {name: count for name, count in data["counts"].items() if count}
    if counts:
        yield "  " + ", ".join(f"{count} {name}" for name, count in counts.items())
    if data["correlationId"]:
        yield f"  journal {data['correlationId']}"
    if data["message"]:
        yield f"  {data['message']}"
    for finding in data["findings"][:_FINDINGS_SHOWN]:
        place = f" (line {finding['line']})" if finding["line"] else ""
        yield f"  {finding['severity']}: {finding['message']}{place}"
    if len(data["findings"]) > _FINDINGS_SHOWN:
        yield f"  and {len(data['findings']) - _FINDINGS_SHOWN} more; --json shows all"
