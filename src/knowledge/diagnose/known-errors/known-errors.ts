import brazil from './brazil.json' with { type: 'json' }
import browser from './browser.json' with { type: 'json' }
import callsAndSignatures from './calls-and-signatures.json' with { type: 'json' }
import circumstances from './circumstances.json' with { type: 'json' }
import clouds from './clouds.json' with { type: 'json' }
import compared from './compared.json' with { type: 'json' }
import decided from './decided.json' with { type: 'json' }
import dotnetLibraries from './dotnet-libraries.json' with { type: 'json' }
import environments from './environments.json' with { type: 'json' }
import gateways from './gateways.json' with { type: 'json' }
import httpClients from './http-clients.json' with { type: 'json' }
import identityServers from './identity-servers.json' with { type: 'json' }
import javaLibraries from './java-libraries.json' with { type: 'json' }
import jsLibraries from './js-libraries.json' with { type: 'json' }
import type { KnownError } from './known-error.ts'
import microsoft from './microsoft.json' with { type: 'json' }
import mobileAndCloudSdks from './mobile-and-cloud-sdks.json' with { type: 'json' }
import onlineServices from './online-services.json' with { type: 'json' }
import paymentsAndTax from './payments-and-tax.json' with { type: 'json' }
import programs from './programs.json' with { type: 'json' }
import protocol from './protocol.json' with { type: 'json' }
import refusals from './refusals.json' with { type: 'json' }
import requests from './requests.json' with { type: 'json' }
import scriptLibraries from './script-libraries.json' with { type: 'json' }
import selfHostedApps from './self-hosted-apps.json' with { type: 'json' }
import servers from './servers.json' with { type: 'json' }
import singleSignOn from './single-sign-on.json' with { type: 'json' }
import tlsRuntimes from './tls-runtimes.json' with { type: 'json' }
import webRuntimes from './web-runtimes.json' with { type: 'json' }

/** The rows as they are in the files; `known-errors.test.ts` holds these to the types. */
export const knownErrors = [
  ...brazil,
  ...browser,
  ...callsAndSignatures,
  ...circumstances,
  ...clouds,
  ...compared,
  ...decided,
  ...dotnetLibraries,
  ...environments,
  ...jsLibraries,
  ...gateways,
  ...httpClients,
  ...identityServers,
  ...javaLibraries,
  ...microsoft,
  ...mobileAndCloudSdks,
  ...onlineServices,
  ...paymentsAndTax,
  ...programs,
  ...protocol,
  ...requests,
  ...scriptLibraries,
  ...selfHostedApps,
  ...servers,
  ...singleSignOn,
  ...tlsRuntimes,
  ...webRuntimes,
  ...refusals,
] as readonly KnownError[]
