"""The realm itself through the Admin API: what it is, and what people have."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from signin.admin.call import QUERY_USERS, VIEW_REALM, admin_call, answer
from signin.admin.user_fields import PROFILE
from signin.realm_changes import realm_representation


async def representation(request: Request) -> Response:
    """Answer `GET /admin/realms/{realm}`."""
    asked = await admin_call(request, VIEW_REALM)
    return answer(realm_representation(asked.call.realm))


async def user_profile(request: Request) -> Response:
    """Answer `GET users/profile`."""
    await admin_call(request, (*QUERY_USERS, *VIEW_REALM))
    return answer(PROFILE)
