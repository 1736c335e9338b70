"""The manifests of deploy/kubernetes/ and deploy/hosts/: valid, whole, and what compose starts."""

from __future__ import annotations

from typing import Any, cast

import kubernetes_validate
import pytest
import yaml
from django.conf import settings

from imhotep_site.settings.environment import Variables
from tests.services.processes import ROOT
from tests.site.test_deploy import compose
from tests.site.test_environment import judged

FOLDER = ROOT / "deploy" / "kubernetes"
VERSIONS = ("1.29.0", "1.37.0")
DOCUMENTS = [
    (path.name, document)
    for path in sorted(FOLDER.glob("*.yaml"))
    for document in yaml.safe_load_all(path.read_text("utf-8"))
]
NAMES = [
    f"{name}: {document['kind']} {document['metadata']['name']}" for name, document in DOCUMENTS
]


def pods() -> dict[str, dict[str, Any]]:
    """The pods by the name of what makes them."""
    makers = [document for _, document in DOCUMENTS if document["kind"] in ("Deployment", "Job")]
    return {maker["metadata"]["name"]: maker["spec"]["template"]["spec"] for maker in makers}


def container(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", pods()[name]["containers"][0])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("document", [document for _, document in DOCUMENTS], ids=NAMES)
def test_kubernetes_knows_every_field(document: dict[str, Any], version: str) -> None:
    kubernetes_validate.validate(document, version, strict=True)


def test_a_field_that_it_does_not_know_is_refused() -> None:
    wrong = DOCUMENTS[0][1] | {"dta": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, VERSIONS[-1], strict=True)


def test_every_queue_has_its_workers() -> None:
    queues: list[str] = []
    for name in pods():
        words = container(name)["command"]
        if "worker" in words:
            queues += words[words.index("--queues") + 1].split(",")
    assert sorted(queues) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)


def test_a_pod_starts_what_compose_starts() -> None:
    for name, part in {"web": "web", "beat": "beat", "migrate": "migrate"}.items():
        assert container(f"imhotep-{name}")["command"] == compose()[part]["command"]
    for name in ("web", "worker", "beat", "migrate"):
        hosts = yaml.safe_load((ROOT / "deploy/hosts/site.yaml").read_text("utf-8"))["services"]
        assert hosts[name]["command"] == compose()[name]["command"]


def test_probes_ask_what_the_operations_page_says() -> None:
    web = container("imhotep-web")
    assert web["livenessProbe"]["httpGet"]["path"] == "/healthz"
    assert web["readinessProbe"]["httpGet"]["path"] == "/readyz"
    for name in pods():
        if "worker" in name:
            assert pods()[name]["terminationGracePeriodSeconds"] > settings.CELERY_TASK_TIME_LIMIT
        if name != "imhotep-web":
            assert {"name": "DATABASE_POOL", "value": "0"} in container(name)["env"]


def test_the_settings_are_a_good_production_once_their_secrets_are_filled_in() -> None:
    named = {document["kind"]: document for _, document in DOCUMENTS}
    variables = named["ConfigMap"]["data"] | named["Secret"]["stringData"]
    assert set(variables) <= set(Variables.model_fields)
    assert judged(**variables | {"SECRET_KEY": "k" * 50}) == []
    addresses = ("DATABASE_URL", "REDIS_URL", "STORAGE_URL")
    assert all(variables[name] for name in addresses)


def test_hosts_refuse_to_start_without_what_they_share() -> None:
    text = (ROOT / "deploy/hosts/site.yaml").read_text("utf-8")
    for name in ("DATABASE_URL", "REDIS_URL", "STORAGE_URL"):
        assert f"{name}: ${{{name}:?" in text
    servers = yaml.safe_load((ROOT / "deploy/hosts/data.yaml").read_text("utf-8"))["services"]
    assert set(servers) == {"primary", "standby", "redis", "sentinel"}
