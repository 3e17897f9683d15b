# ruff: noqa: S106 - the texts about passwords are no passwords
"""Every word of the provider's pages and mails in English."""

from __future__ import annotations

from signin.words.texts import Words

ENGLISH = Words(
    language="en",
    other_language="da",
    other_language_name="Dansk",
    sign_in="Sign in",
    sign_in_to="Sign in to {realm}",
    username="Username",
    password="Password",
    wrong_credentials="The username or password is not right.",
    too_many_attempts="Too many attempts. Try again in {seconds} seconds.",
    form_expired="This page had grown old. Please sign in again.",
    account="Your account",
    signed_in_as="Signed in as {username}",
    roles="Roles",
    no_roles="No roles: you can look, not change.",
    change_password="Change password",
    current_password="Current password",
    new_password="New password",
    repeat_password="New password again",
    password_rule=(
        "At least {length} characters. A sentence is easier to remember than a code."
    ),
    password_changed="Your password is changed. All your other sessions have ended.",
    password_wrong="The current password is not right.",
    password_differs="The two new passwords are not the same.",
    password_too_short="The new password needs at least {length} characters.",
    password_too_long="The new password may have {length} characters at most.",
    password_common="The new password is one of the first that others would guess.",
    password_has_name="The new password must not contain your username or {branding}.",
    sessions="Where you are signed in",
    sessions_hint="End any session you do not recognise, then change your password.",
    this_session="This session",
    started="Signed in",
    last_used="Last used",
    address="Address",
    end_session="End",
    end_session_named="End the session on {browser} from {address}",
    session_ended="The session has ended.",
    unknown_browser="Unknown browser",
    browser_on="{browser} on {system}",
    sign_out="Sign out",
    sign_out_question="Sign out?",
    sign_out_explained="You will be signed out of {branding} in this browser.",
    stay="Stay signed in",
    signed_out="You are signed out",
    signed_out_explained="It is safe to close this window.",
    back="Back to {branding}",
    problem="This did not work",
    unknown_realm="There is no such realm here. Check the address.",
    unknown_client="The application that sent you here is not known.",
    unknown_redirect=(
        "The application that sent you here asked to return to an address that is"
        " not registered for it."
    ),
    malformed_request="The request could not be understood: {detail}",
    unknown_page="There is nothing at this address.",
    wrong_method="This address cannot be used that way.",
    too_large="The request is larger than a sign-in ever is.",
    foreign_host="This server does not answer under that host name.",
    unavailable="Sign-in is not available at the moment. Please try again shortly.",
    unexpected="Something went wrong on our side. It has been noted as {incident}.",
    close_hint="Go back to the application and start again from there.",
    forgotten="Forgotten your password?",
    forgotten_title="A new password",
    forgotten_explained=(
        "Type your username or mail address. We send you a link with which you can "
        "choose a new password."
    ),
    username_or_email="Username or mail address",
    send_link="Send the link",
    back_to_sign_in="Back to sign-in",
    link_sent="Look in your mail",
    link_sent_explained=(
        "If there is an account with that name and a mail address, a link is on its"
        " way. It works once, for {minutes} minutes."
    ),
    second_factor="One more step",
    second_factor_explained=(
        "Open your authenticator app and type the code it shows for {branding}."
    ),
    code="Code",
    code_hint="Six digits; a new code every 30 seconds.",
    code_wrong="The code is not right. Wait for the next one and try again.",
    use_recovery_code="Use a recovery code instead",
    recovery_code="Recovery code",
    recovery_code_hint="One of those you kept when you set up the app.",
    recovery_code_wrong="This recovery code is not right, or it has been used.",
    go_on="Continue",
    cancel="Cancel",
    choose_password="Choose a new password",
    choose_password_explained="You need a new password before you go on.",
    save_password="Save the password",
    password_same="The new password is the old one. Choose another.",
    set_up_app="Set up your authenticator app",
    set_up_app_explained=(
        "It shows a code that only you have, so that a stolen password is not enough."
    ),
    set_up_scan="Open an authenticator app on your telephone and scan this picture.",
    set_up_picture="QR code for your authenticator app",
    set_up_by_hand="Cannot scan it? Type this key into the app:",
    set_up_confirm="Type the code that the app shows.",
    app_name="Name of the device",
    app_name_hint="So that you know it again, such as “My telephone”.",
    app_name_default="Authenticator app",
    set_up="Set up",
    recovery_codes="Your recovery codes",
    recovery_codes_explained=(
        "Keep them where only you can find them. Each works once, when you are "
        "without your authenticator app. They are not shown again."
    ),
    recovery_codes_kept="I have kept them",
    verify_email="Confirm your mail address",
    verify_email_explained=(
        "We have sent a mail to {email}. Follow the link in it, then come back here"
        " and continue."
    ),
    verify_email_missing=(
        "Your account has no mail address, or mail cannot be sent. Ask your "
        "administrator."
    ),
    verify_email_waiting=(
        "The address is not confirmed yet. Follow the link in the mail first."
    ),
    send_again="Send the mail again",
    sent_again="The mail is sent again.",
    link_title="You are asked to do this",
    link_explained="For the account {username} in {realm}:",
    action_password="Choose a new password",
    action_app="Set up an authenticator app",
    action_email="Confirm your mail address",
    link_begin="Begin",
    link_dead=(
        "This link does not work any more: it has been used, or its time is over. "
        "Ask for a new one."
    ),
    link_done="All done",
    link_done_explained="Your account is up to date. You can sign in now.",
    link_to_app="Go to {branding}",
    security="Second step at sign-in",
    security_off=(
        "Only your password protects your account. An authenticator app makes a "
        "stolen password worthless."
    ),
    security_on="Your account asks for a code from your authenticator app.",
    security_added="Set up",
    security_codes_left="Recovery codes left: {count}",
    new_recovery_codes="Make new recovery codes",
    new_recovery_codes_hint="The earlier ones stop working.",
    set_up_another="Set up another app",
    remove_app="Remove",
    remove_app_named="Remove {label}",
    remove_app_hint="Your password and a code prove that it is you.",
    factor_added="The authenticator app is set up.",
    factor_removed="The authenticator app is removed.",
    your_password="Your password",
    wait_for_mail="Too many mails. Try again in {seconds} seconds.",
    mail_greeting="Hello {name}",
    mail_end=(
        "If you did not expect this mail, you need do nothing: nothing changes "
        "unless the link is followed."
    ),
    mail_link="The link works once, until {until}:",
    mail_password_subject="{branding}: choose a new password",
    mail_password=(
        "Somebody, probably you, has asked for a new password for your account "
        "{username}."
    ),
    mail_verify_subject="{branding}: confirm your mail address",
    mail_verify=(
        "Please confirm that this is the mail address of your account {username}."
    ),
    mail_actions_subject="{branding}: your account needs you",
    mail_actions="Your administrator asks you to do this for your account {username}:",
)
