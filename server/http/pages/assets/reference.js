// Everything that would ask another server for anything is switched off.
Scalar.createApiReference('#reference', {
  url: '/docs/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Calls go to where the page came from; the policy of the page allows no other place.
  servers: [{ url: location.origin }],
})
