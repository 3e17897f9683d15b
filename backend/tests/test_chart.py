"""The chart in `deploy/helm` fits the product, and what it renders is closed.

What needs no helm is held always; the rest where one is installed.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from giroscope import __version__
from giroscope.kernel.access import CALLS
from giroscope.serve.bounded import Bounds
from giroscope.settings import Settings, is_secret, variable_of
from tests.test_deploy import DEPLOY, ensure_understood

_CHART = DEPLOY / "helm" / "giroscope"
_TEMPLATES = {
    path.name: path.read_text("utf-8") for path in (_CHART / "templates").iterdir()
}
_SCHEMA = json.loads((_CHART / "values.schema.json").read_text("utf-8"))
_HELM = shutil.which(os.environ.get("GIROSCOPE_HELM", "helm"))
_NEEDS_HELM = pytest.mark.skipif(_HELM is None, reason="there is no helm here")
_KNOWN = {variable_of(name) for name in Settings.model_fields}
_SECRET = {variable_of(name) for name in Settings.model_fields if is_secret(name)} | {
    "GIROSCOPE_DATABASE_URL"
}
# Where things lie and who listens is the chart's to say.
_OF_CHART = {
    "GIROSCOPE_DATA_DIR", "GIROSCOPE_HOST", "GIROSCOPE_PORT", "GIROSCOPE_IDENTITY_PORT",
    "GIROSCOPE_MASTER_KEY_FILE", "GIROSCOPE_OLD_MASTER_KEY_FILE", "GIROSCOPE_WEB_DIR",
    "GIROSCOPE_BANK_FOLDERS", "GIROSCOPE_ERP_FOLDERS", "GIROSCOPE_CLOCK_FILE",
}  # fmt: skip
Manifest = dict[str, Any]


def _merged(base: Any, more: Any) -> Any:
    if not (isinstance(base, dict) and isinstance(more, dict)):
        return deepcopy(more)
    names = [*base, *(name for name in more if name not in base)]
    return {
        name: _merged(base.get(name), more[name]) if name in more else base[name]
        for name in names
    }


def _values(example: str) -> Any:
    own, told = (
        yaml.safe_load((_CHART / name).read_text("utf-8"))
        for name in ("values.yaml", f"examples/{example}.yaml")
    )
    return _merged(own, told)


def _faults(values: Any) -> list[str]:
    return [fault.message for fault in Draft7Validator(_SCHEMA).iter_errors(values)]


def test_the_chart_is_of_this_release() -> None:
    chart = yaml.safe_load((_CHART / "Chart.yaml").read_text("utf-8"))
    assert (chart["version"], chart["appVersion"]) == (__version__, __version__)


def test_every_setting_can_be_said_and_secrets_by_reference_alone() -> None:
    settings = _SCHEMA["properties"]["settings"]["propertyNames"]["anyOf"]
    plain = {name for one in settings for name in one.get("enum", ())}
    plain = {name for name in plain if name.startswith("GIROSCOPE_")}
    secret = set(_SCHEMA["properties"]["secrets"]["propertyNames"]["enum"])
    assert secret == _SECRET
    known = {name for name in _KNOWN if name.startswith("GIROSCOPE_")}
    assert plain == known - _SECRET - _OF_CHART


def test_templates_name_settings_and_commands_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    whole = "".join(_TEMPLATES.values())
    assert set(re.findall(r"name: (GIROSCOPE_\w+)", whole)) <= _OF_CHART
    commands = re.findall(r"args: \[(.+)\]", whole)
    assert len(commands) == 6
    for command in commands:
        ensure_understood(command.split(", "), capsys)


def test_probes_ask_for_what_is_answered_where_it_listens() -> None:
    web = _TEMPLATES["web.yaml"]
    asked = re.findall(r"httpGet: \{ path: (\S+), port: http \}", web)
    assert asked == ["/healthz/live", "/healthz/live", "/healthz/ready"]
    assert {f"GET {path}" for path in asked} <= set(CALLS)
    port = Settings.model_fields["port"].default
    assert f"{{ name: http, containerPort: {port} }}" in web
    assert f"http://127.0.0.1:{port}/healthz/live" in _TEMPLATES["trial.yaml"]


def test_the_ingress_bounds_what_the_product_bounds() -> None:
    given = _values("production")["ingress"]["annotations"]
    said = {name.rpartition("/")[2]: value for name, value in given.items()}
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text("utf-8")
    for name in ("proxy-connect-timeout", "proxy-read-timeout", "proxy-send-timeout"):
        directive = name.replace("-", "_")
        assert re.search(rf"{directive}\s+{said[name]}s;", nginx)
    assert said["proxy-body-size"] == "4g"
    assert Settings.model_fields["max_upload_bytes"].default == 4 << 30
    connections = Settings.model_fields["connections_per_address"].default
    assert said["limit-connections"] == str(connections)
    assert {said["proxy-buffering"], said["proxy-request-buffering"]} == {"off"}
    guide = (_CHART.parent / "README.md").read_text("utf-8")
    bounds = Bounds(connections=1)
    assert f"`client-header-timeout: {bounds.seconds:.0f}`" in guide
    assert "`large-client-header-buffers: 4 8k`" in guide
    assert bounds.head_bytes == 4 * 8 * 1024


@pytest.mark.parametrize("example", ["production", "trial"])
def test_examples_are_values_of_the_chart(example: str) -> None:
    assert _faults(_values(example)) == []


def test_a_key_service_takes_the_place_of_the_master_key() -> None:
    values = _values("production")
    values["settings"]["GIROSCOPE_MASTER_KEY_WRAPPED"] = "vault:v1:…"
    assert _faults(values) != [], "not beside it"
    del values["secrets"]["GIROSCOPE_MASTER_KEY"]
    assert _faults(values) != [], "who unwraps it has to be said"
    values["settings"]["GIROSCOPE_KEY_SERVICE"] = (
        "vault:https://vault/transit/giroscope"
    )
    assert _faults(values) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("secrets.GIROSCOPE_MASTER_KEY", None),
        ("secrets.GIROSCOPE_DATABASE_URL", None),
        ("secrets.GIROSCOPE_METRICS_TOKEN", None),
        ("secrets.GIROSCOPE_MASTER_KEY", "in plain text"),
        ("settings.GIROSCOPE_MASTER_KEY", "in plain text"),
        ("settings.GIROSCOPE_DATABASE_URL", "postgresql://me:secret@db/giroscope"),
        ("settings.AWS_SECRET_ACCESS_KEY", "in plain text"),
        ("settings.OTEL_EXPORTER_OTLP_HEADERS", "key=in plain text"),
        ("settings.GIROSCOPE_IDENTITY_URL", None),
        ("settings.GIROSCOPE_PUBLIC_URL", None),
        ("settings.GIROSCOPE_DOCUMENTS_URL", None),
        ("settings.GIROSCOPE_DOCUMENTS_URL", "file:///gone/with/the/pod"),
        ("settings.GIROSCOPE_TRUSTED_PROXIES", None),
        ("settings.GIROSCOPE_WORKER", "2"),
        # Helm would write it as 4.294967296e+09.
        ("settings.GIROSCOPE_MAX_UPLOAD_BYTES", 4 << 30),
        ("settings.GIROSCOPE_DATA_DIR", "/elsewhere"),
        ("backup.claim", ""),
        ("networkPolicy.callers", []),
        ("ingress.host", ""),
        ("ingress.tlsSecret", ""),
        ("web.replicas", 0),
        ("trial.enabled", True),
    ],
)
def test_values_that_would_not_work_are_refused(path: str, value: Any) -> None:
    values = _values("production")
    *folders, name = path.split(".")
    place = values
    for folder in folders:
        place = place[folder]
    if value is None:
        del place[name]
    else:
        place[name] = value
    assert _faults(values) != []


def _helm(*words: str | Path) -> str:
    assert _HELM is not None
    return subprocess.run(  # noqa: S603 - our own words
        [_HELM, *words], capture_output=True, text=True, timeout=60, check=True
    ).stdout


@cache
def _rendered(example: str, *more: str) -> list[Manifest]:
    told = _helm(
        "template", "giroscope", _CHART, "--namespace=finance", "--kube-version=1.34",
        f"--values={_CHART}/examples/{example}.yaml", *(f"--set={one}" for one in more),
    )  # fmt: skip
    return [one for one in yaml.safe_load_all(told) if one]


_WHOLE = ("production", "exchange.claim=folders", "files.configMap=files")
_RENDERED = [_WHOLE, ("trial",), ("production", "backup.enabled=false")]
_VARIANTS = pytest.mark.parametrize("variant", _RENDERED, ids=" ".join)


def _of(variant: tuple[str, ...], kind: str) -> dict[str, Manifest]:
    return {
        one["metadata"]["name"]: one
        for one in _rendered(*variant)
        if one["kind"] == kind
    }


def _pods(variant: tuple[str, ...]) -> Iterator[Manifest]:
    for one in _rendered(*variant):
        spec = one.get("spec", {})
        spec = spec.get("jobTemplate", {}).get("spec", spec)
        if "template" in spec:
            yield spec["template"]


def _containers(pod: Manifest) -> list[Manifest]:
    return [*pod["spec"].get("initContainers", ()), *pod["spec"]["containers"]]


def _is_picked(selector: Manifest, pod: Manifest) -> bool:
    return selector.items() <= pod["metadata"]["labels"].items()


@_NEEDS_HELM
@pytest.mark.parametrize("example", ["production", "trial"])
def test_helm_finds_nothing_to_say(example: str) -> None:
    told = _helm(
        "lint", "--strict", _CHART, f"--values={_CHART}/examples/{example}.yaml"
    )
    assert "0 chart(s) failed" in told
    assert "[WARNING]" not in told


@_NEEDS_HELM
@_VARIANTS
def test_pods_may_nothing_but_their_work(variant: tuple[str, ...]) -> None:
    for pod in _pods(variant):
        spec = pod["spec"]
        assert spec["automountServiceAccountToken"] is False
        # Else the Service becomes a variable that is read as the port to listen on.
        assert spec["enableServiceLinks"] is False
        context = spec["securityContext"]
        assert context["runAsNonRoot"] is True
        ids = [context[name] for name in ("runAsUser", "runAsGroup", "fsGroup")]
        assert ids == [10001] * 3
        assert context["seccompProfile"] == {"type": "RuntimeDefault"}
        volumes = {volume["name"]: volume for volume in spec["volumes"]}
        for one in _containers(pod):
            assert one["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert set(one["resources"]) == {"requests", "limits"}
            assert {mount["name"] for mount in one["volumeMounts"]} == set(volumes)
        if variant != ("trial",):
            assert volumes["secrets"]["projected"]["defaultMode"] == 0o440
            assert "emptyDir" in volumes["data"], "pods share no uploads on their way"


@_NEEDS_HELM
@_VARIANTS
def test_no_secret_is_rendered(variant: tuple[str, ...]) -> None:
    assert _of(variant, "Secret") == {}
    for pod in _pods(variant):
        for one in _containers(pod):
            given = {variable["name"]: variable for variable in one["env"]}
            assert len(given) == len(one["env"])
            told = {name for name, variable in given.items() if "value" in variable}
            assert not told & _SECRET
            files = {name.removesuffix("_FILE") for name in told} & _SECRET
            lent = [
                item["path"]
                for volume in pod["spec"]["volumes"]
                for source in volume.get("projected", {}).get("sources", ())
                for item in source["secret"]["items"]
            ]
            assert sorted(lent) == sorted(files)
            assert {given[f"{name}_FILE"]["value"] for name in files} == {
                f"/run/giroscope/{name}" for name in lent
            }
            ours = {name for name in told if name.startswith("GIROSCOPE_")}
            assert ours <= _KNOWN | {f"{name}_FILE" for name in _SECRET}


@_NEEDS_HELM
@_VARIANTS
def test_selectors_pick_the_pods_that_are_meant(variant: tuple[str, ...]) -> None:
    pods = list(_pods(variant))
    for kind, path in (
        ("Service", ()), ("PodDisruptionBudget", ("matchLabels",)),
        ("NetworkPolicy", ("matchLabels",)), ("Deployment", ("matchLabels",)),
    ):  # fmt: skip
        for name, one in _of(variant, kind).items():
            spec = one["spec"]
            selector = spec.get("selector") or spec["podSelector"]
            for step in path:
                selector = selector[step]
            picked = [pod for pod in pods if _is_picked(selector, pod)]
            assert len(picked) == 1, (kind, name)
            part = picked[0]["metadata"]["labels"]["app.kubernetes.io/component"]
            assert name in {f"giroscope-{part}", "giroscope"}
    budgets = _of(variant, "PodDisruptionBudget")
    assert len(budgets) == (0 if variant == ("trial",) else 2)
    accounts = set(_of(variant, "ServiceAccount"))
    assert {pod["spec"]["serviceAccountName"] for pod in pods} == accounts


@_NEEDS_HELM
def test_what_is_asked_for_leads_to_the_web() -> None:
    service = _of(_WHOLE, "Service")["giroscope-web"]
    (port,) = service["spec"]["ports"]
    (rule,) = _of(_WHOLE, "Ingress")["giroscope"]["spec"]["rules"]
    (way,) = rule["http"]["paths"]
    assert way["backend"]["service"] == {
        "name": "giroscope-web", "port": {"name": port["name"]},
    }  # fmt: skip
    monitor = _of(_WHOLE, "ServiceMonitor")["giroscope"]["spec"]
    (asked,) = monitor["endpoints"]
    assert f"GET {asked['path']}" in CALLS
    assert asked["port"] == port["name"]
    labels = service["metadata"]["labels"]
    assert monitor["selector"]["matchLabels"].items() <= labels.items()
    secrets = _values("production")["secrets"]
    assert asked["authorization"]["credentials"] == secrets["GIROSCOPE_METRICS_TOKEN"]


@_NEEDS_HELM
def test_tables_are_brought_up_to_date_before_anything_else() -> None:
    hooks = {
        one["kind"]: one["metadata"]["annotations"]
        for one in _rendered(*_WHOLE)
        if "helm.sh/hook" in one["metadata"].get("annotations", {})
    }
    assert {hook["helm.sh/hook"] for hook in hooks.values()} == {
        "pre-install,pre-upgrade"
    }
    weights = {kind: int(hook["helm.sh/hook-weight"]) for kind, hook in hooks.items()}
    assert sorted(weights, key=weights.__getitem__) == [
        "ServiceAccount", "NetworkPolicy", "Job",
    ]  # fmt: skip
    assert _of(("trial",), "Job") == {}, "its one process does it itself"


@_NEEDS_HELM
def test_networks_let_through_what_is_needed() -> None:
    policies = _of(_WHOLE, "NetworkPolicy")
    ports = {}
    for name, one in policies.items():
        spec = one["spec"]
        assert spec["policyTypes"] == ["Ingress", "Egress"]
        callers = _values("production")["networkPolicy"]["callers"]
        assert spec["ingress"] == (
            [{"from": callers, "ports": [{"port": "http", "protocol": "TCP"}]}]
            if name == "giroscope-web" else []
        )  # fmt: skip
        ports[name.removeprefix("giroscope-")] = [
            {port["port"] for port in rule["ports"]} for rule in spec["egress"]
        ]
        outside = spec["egress"][-1]["to"]
        assert all("169.254.0.0/16" in one["ipBlock"]["except"] for one in outside)
    some = [{53}, {5432}, {443}]
    assert ports == {
        "web": some, "migrate": some, "backup": some,
        "worker": [{53}, {5432}, {443, 587, 22}],
    }  # fmt: skip
    (trial,) = _of(("trial",), "NetworkPolicy").values()
    assert trial["spec"]["ingress"] == []


@_NEEDS_HELM
def test_each_night_a_backup_is_written_and_then_rehearsed() -> None:
    (job,) = _of(_WHOLE, "CronJob").values()
    spec = job["spec"]
    assert (spec["schedule"], spec["timeZone"]) == ("0 2 * * *", "Etc/UTC")
    assert spec["concurrencyPolicy"] == "Forbid"
    pod = spec["jobTemplate"]["spec"]["template"]
    first, second = _containers(pod)
    assert pod["spec"]["initContainers"] == [first]
    mounts = {mount["name"]: mount["mountPath"] for mount in first["volumeMounts"]}
    folder = mounts["backups"]
    assert first["args"] == ["backup", "--to", folder]
    assert second["args"] == ["rehearse", "--from", folder]
    assert _of(("production", "backup.enabled=false"), "CronJob") == {}


@_NEEDS_HELM
def test_what_ends_has_the_time_it_takes() -> None:
    grace = {
        name: one["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
        for name, one in _of(_WHOLE, "Deployment").items()
    }
    units = {
        name: int(re.findall(r"TimeoutStopSec=(\d+)", text)[0])
        for name in ("web", "worker")
        for text in [(DEPLOY / f"systemd/giroscope-{name}.service").read_text("utf-8")]
    }
    assert grace["giroscope-worker"] == units["worker"]
    # The web begins to end when no proxy sends anything any more.
    assert grace["giroscope-web"] >= units["web"] + 5
