// All features that send requests to other servers are disabled.
Scalar.createApiReference('#reference', {
  url: '/docs/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The bar above has the document.
  documentDownloadType: 'none',
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Requests go to the origin of the page; its content security policy allows no other origin.
  servers: [{ url: location.origin }],
})
