"""Unknown parameters and unknown fields of bodies: refused by name, with the names near them.

The names come from the description of the operation (``extend_schema``), its filters and its pages:
one list for the schema and for the check.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.views import APIView

from web.api.schema import Schema
from web.known_names import LONGEST_NAME, near_names, unknown_names

MAX_NAMES: Final = 5


class CheckedInputs(GenericAPIView[Any]):
    """Refuses parameters that the operation does not describe, and fields in a body of an operation
    that takes none."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        method = "get" if request.method == "HEAD" else (request.method or "").lower()
        if method not in self.http_method_names or method == "options":
            return
        if (handler := getattr(self, method, None)) is None:
            return
        accepted = operation_inputs(self, handler, method)
        refuse_unknown(request.query_params, accepted.parameters)
        if not accepted.takes_body:
            refuse_unknown(_json_members(request), ())


class OperationInputs(NamedTuple):
    """Names of an operation's parameters; whether it takes a body."""

    parameters: frozenset[str]
    takes_body: bool


_operation_inputs: Final[dict[tuple[type, str], OperationInputs]] = {}


def operation_inputs(view: APIView, handler: object, method: str) -> OperationInputs:
    """The inputs of `handler`, which answers `method` (in small letters) in `view`."""
    key = (type(view), method)
    if key not in _operation_inputs:
        schema_class: type[AutoSchema] = getattr(handler, "kwargs", {}).get("schema") or Schema
        operation = schema_class()
        operation.view, operation.method = view, method.upper()
        # of a view without a body the description would print a warning: on a full disk it cannot
        takes_body = method == "get" or (
            method != "delete" and operation.get_request_serializer() is not None
        )
        _operation_inputs[key] = OperationInputs(
            parameter_names(view, operation, method), takes_body
        )
    return _operation_inputs[key]


def parameter_names(view: APIView, operation: AutoSchema, method: str) -> frozenset[str]:
    """The parameters that `view` reads in `method`; `operation` is its description."""
    names = set(_described_names(operation.get_override_parameters()))
    if method == "get":
        filterset: Any = getattr(view, "filterset_class", None)
        if filterset and DjangoFilterBackend in getattr(view, "filter_backends", ()):
            names.update(filterset.base_filters)
        if paginator := getattr(view, "paginator", None):
            names.update(page["name"] for page in paginator.get_schema_operation_parameters(view))
    return frozenset(names)


def refuse_unknown(names: Iterable[str], accepted: Collection[str]) -> None:
    """Raises ``ValidationError`` for those of `names` that are not in `accepted`."""
    if unknown := unknown_names(names, accepted):
        raise exceptions.ValidationError(
            {name[:LONGEST_NAME]: [_sentence(name, accepted)] for name in unknown[:MAX_NAMES]}
        )


def refuse_unknown_fields(form: object, body: object) -> None:
    """Raises ``ValidationError`` for members of `body`, at any depth, that `form` does not have."""
    if isinstance(form, serializers.ListSerializer) and isinstance(body, list):
        for member in body:
            refuse_unknown_fields(form.child, member)
    elif isinstance(form, serializers.Serializer) and isinstance(body, Mapping):
        unknown = [name for name in body if name not in form.fields]
        if unknown:
            raise exceptions.ValidationError(
                {
                    str(name)[:LONGEST_NAME]: [_sentence(str(name), form.fields)]
                    for name in unknown[:MAX_NAMES]
                }
            )
        for name, field in form.fields.items():
            refuse_unknown_fields(field, body.get(name))


# --- inside -------------------------------------------------------------------


def _described_names(parameters: Iterable[object]) -> Iterator[str]:
    for parameter in parameters:
        if isinstance(parameter, OpenApiParameter):
            if parameter.location == OpenApiParameter.QUERY:
                yield parameter.name
        else:  # a serializer, whose fields are parameters
            form: Any = parameter() if isinstance(parameter, type) else parameter
            yield from form.fields


def _json_members(request: Request) -> Iterable[str]:
    """Names in a JSON body that nothing reads; none where it is no JSON object."""
    if not request.content_type.startswith("application/json"):
        return ()
    try:
        body = request.data
    except exceptions.APIException:
        return ()
    return list(body) if isinstance(body, Mapping) else ()


def _sentence(name: str, accepted: Iterable[str]) -> str:
    names = sorted(accepted)
    sentence = "There is no such parameter or field."
    if near := near_names(name, names):
        return f"{sentence} Did you mean: {', '.join(near)}?"
    return f"{sentence} Known: {', '.join(names)}." if names else sentence
