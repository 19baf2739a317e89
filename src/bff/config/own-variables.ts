/** Variables that set something of the app itself, and hold no client's secret. */
export const ownVariables = [
  'PUBLIC_URL',
  'SESSION_KEYS',
  'SESSION_FILE',
  'SESSIONS',
  'TRUSTED_PROXIES',
  'LOG_LEVEL',
  'WEBHOOKS',
  'HTTPS_PROXY',
  'NO_PROXY',
  'METRICS_HOST',
  'METRICS_PORT',
  'HOST',
  'PORT',
  'CLAIMCHECK_CONFIG',
  'CLAIMCHECK_DATA',
]
