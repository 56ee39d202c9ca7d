# To add a setting of themes or of sources: add its name to optional or source_optional, and its argument to main.tf and,
# for themes, to ../theme. Unless its value is a text or a number, add a pattern, such as local.texts or "^(true|false|null)$".
locals {
  required        = ["key", "appearance_id", "name", "brand_color"]
  optional        = { for name in ["theme_mode", "outline_color", "colors", "start_message", "recommendations", "send_again", "source"] : name => null }
  source_required = ["id", "hostname", "username", "database_name", "password_version"]
  source_optional = { for name in concat(local.source_required, ["port", "service_account_key_version"]) : name => null }

  # What settings are in JSON, where only texts have quotation marks.
  text  = "^(\".+\"|-?[0-9]+)$"
  texts = "^(\\[((-?[0-9]+|\"([^\"\\\\]|\\\\.)*\")[],])*]?|null)$"
  patterns = merge(
    { for name in keys(local.optional) : name => "^(\".*\"|-?[0-9]+|null)$" },
    { for name in concat(local.required, ["outline_color"]) : name => local.text },
    { for name in keys(local.source_optional) : "source.${name}" => local.text },
    { for name in keys(provider::chatview::derive_palette("gray")) : "colors.${name}" => local.text },
    { source = "^({|null)", colors = "^({|null)", recommendations = local.texts },
  )

  # A required setting that is missing is null. Infinity, which JSON does not have, is empty.
  given = [for tenant in var.tenants[*] : { for name, value in merge(
    { for name in local.required : name => null },
    try({ for name, value in merge(tenant, {}) : replace(name, "/.*[.[].*/", "'$0'") => value }, {}),
    try({ for name, value in merge(tenant.colors, {}) : "colors.${name}" => value }, {}),
    # A source with a service account key requires no other settings.
    try({ for name in setunion(keys(tenant.source), can(tenant.source.service_account_key_version) ? ["id"] : local.source_required) :
      "source.${name}" => lookup(tenant.source, name, null)
    }, {}),
  ) : name => try(jsonencode(value), "") }]

  settings = flatten([for i, given in local.given : [for name, json in given : {
    title   = "${name} of ${try(tostring(jsondecode(regex(local.text, given.key)[0])), "entry ${i + 1}")}"
    pattern = lookup(local.patterns, name, null)
    json    = json
  }]])

  repeated = { for name in ["key", "appearance_id", "source.id"] : name => [
    for value, all in { for given in local.given : try(tostring(jsondecode(regex(local.text, given[name])[0])), "") => true... } :
    value if length(all) > 1 && value != ""
  ] }

  # The result of can() is not ephemeral, so the error can have the keys.
  without_password = [for given in local.given : try(tostring(jsondecode(given.key)), "") if can(given["source.id"]) && !can(
    regex(".", try(var.passwords[tostring(jsondecode(given.key))], terraform.applying ? null : var.passwords["*"]))
  )]

  # The provider detects two objects with one id, too, but only in the apply if neither
  # was applied before.
  mistakes = [for mistake in [
    ["The module does not know these settings (the top of its mistakes.tf says how to add one): %s.", [for setting in local.settings : setting.title if setting.pattern == null]],
    ["Tenants have settings that are missing or have no usable value (texts such as \"#1864ab\", \"no\" and \"2026.10\" need quotation marks): %s.",
    [for setting in local.settings : setting.title if setting.pattern != null && !can(regex(setting.pattern, setting.json))]],
    ["More than one tenant has the key %s.", local.repeated["key"]],
    ["More than one tenant has the appearance_id %s: each would overwrite the other's theme.", local.repeated["appearance_id"]],
    ["More than one tenant has the source.id %s: each would overwrite the other's connection.", local.repeated["source.id"]],
    ["The variable passwords has no entry for %s. An apply ignores the entry \"*\".", local.without_password],
  ] : format(mistake[0], join(", ", mistake[1])) if length(mistake[1]) > 0]
}
