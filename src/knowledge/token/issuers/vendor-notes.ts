import { isObject } from '../../text/json.ts'
import { listed, quoted } from '../../text/quote.ts'
import { text } from '../claim-signs.ts'
import type { ValueNote } from '../value-notes.ts'

/** What values mean in the tokens of one vendor, by its documents. In the order in which they are told. */
export const vendorNotes: readonly ValueNote[] = [
  {
    issuer: /^Shopify/,
    kinds: ['session'],
    says: () =>
      'App Bridge creates it for the embedded app, and it is valid for one minute: aud is the app’s client ID (API key), and sub is the admin user. It is not an Admin API token: use token exchange to get one.',
  },
  {
    issuer: /^Clerk/,
    says: ({ fva }) => {
      const [first, second] = Array.isArray(fva) ? fva : []
      return typeof first !== 'number'
        ? undefined
        : `${first < 0 ? 'The first factor was not verified in this session' : `The user verified the first factor ${first} minutes before it was issued`}; ${typeof second !== 'number' || second < 0 ? 'a second factor was not verified' : `the second ${second} minutes before`} (fva).`
    },
  },
  {
    issuer: /^Clerk/,
    says: ({ o }) =>
      isObject(o)
        ? `The active organization is ${quoted(o.slg ?? o.id)}, where the user has the role ${quoted(o.rol)}${typeof o.per === 'string' ? ` and the permissions ${listed(o.per.split(','))}` : ''} (o).`
        : undefined,
  },
  {
    issuer: /^Clerk/,
    kinds: ['session'],
    says: ({ aud, azp }) =>
      aud === undefined && typeof azp === 'string'
        ? `It has no aud by default; azp is the origin of the page that requested it, ${quoted(azp)}. Accept only your own origins.`
        : undefined,
  },
  {
    issuer: /^Clerk/,
    says: ({ sts }) =>
      sts === 'pending' ? 'The session is pending (sts): the user has not finished a required step yet.' : undefined,
  },
  {
    issuer: /^Apple$/,
    kinds: ['id'],
    says: ({ nonce_supported: supported, nonce }) =>
      supported === true && nonce !== undefined
        ? 'The platform supports nonces (nonce_supported): compare nonce with the one that was sent.'
        : undefined,
  },
  {
    issuer: /^Apple$/,
    kinds: ['id'],
    says: ({ real_user_status: real }) =>
      ({ 0: 'Apple cannot tell on this platform', 1: 'Apple does not know', 2: 'Apple takes it to be likely' })[
        String(real)
      ]?.concat(' that the user is a real person (real_user_status).'),
  },
  {
    issuer: /^Apple$/,
    kinds: ['id'],
    says: ({ aud }) =>
      typeof aud === 'string'
        ? `aud is the Services ID or the bundle ID of the app. sub names the user for all apps of one developer team, and for no other.`
        : undefined,
  },
  {
    issuer: /^Google Cloud instance/,
    kinds: ['instance'],
    says: ({ google }) => {
      const engine = isObject(google) ? google.compute_engine : undefined
      if (!isObject(engine)) return undefined
      const { instance_name: name, project_id: project, zone } = engine
      return [name, project, zone].every((one) => typeof one === 'string')
        ? `The machine is ${quoted(name)} in the project ${quoted(project)} and the zone ${quoted(zone)} (google.compute_engine).`
        : undefined
    },
  },
  {
    issuer: /^Google$/,
    kinds: ['id'],
    says: ({ azp, aud }) =>
      typeof azp === 'string' && typeof aud === 'string' && azp !== aud
        ? `The client ${quoted(azp)} requested it for the server whose client ID is aud, as Android apps do.`
        : undefined,
  },
  {
    issuer: /^Facebook/,
    says: () =>
      'It is from Limited Login: aud is the app ID. It shows who signed in, and the Graph API does not accept it.',
  },
  {
    issuer: /^Firebase$/,
    kinds: ['id'],
    says: ({ firebase }) => {
      const way = isObject(firebase) ? firebase.sign_in_provider : undefined
      return way === 'anonymous'
        ? 'The user is anonymous: a new account without a sign-in method.'
        : way === 'custom'
          ? 'The user signed in with a custom token that a server created.'
          : isObject(firebase) && typeof firebase.tenant === 'string'
            ? `The user belongs to the tenant ${quoted(firebase.tenant)} of Identity Platform.`
            : undefined
    },
  },
  {
    issuer: /^Supabase/,
    kinds: ['access'],
    says: ({ aal, role, is_anonymous: anonymous }) =>
      [
        role === 'service_role'
          ? 'role is service_role, which bypasses row-level security.'
          : typeof role === 'string'
            ? `role ${quoted(role)} is the Postgres role whose row-level security policies apply.`
            : '',
        aal === 'aal1' ? 'aal1: one factor.' : aal === 'aal2' ? 'aal2: the user verified a second factor.' : '',
        anonymous === true ? 'The user is anonymous.' : '',
      ]
        .filter((one) => one !== '')
        .join(' ') || undefined,
  },
  {
    issuer: /^Supabase/,
    kinds: ['access'],
    says: ({ user_metadata: own }) =>
      isObject(own) && Object.keys(own).length > 0
        ? 'Users can change user_metadata, so do not use it for authorization; only servers can set app_metadata.'
        : undefined,
  },
  {
    issuer: /^Auth0/,
    says: ({ sub }) => {
      const [, connection] = /^([\w-]+)\|/.exec(text(sub)) ?? []
      const is = connection && connections[connection]
      return connection === undefined
        ? undefined
        : `sub begins with ${quoted(connection)}: the user signed in ${is ?? `through the connection strategy ${quoted(connection)}`}.`
    },
  },
  {
    issuer: /^Okta/,
    kinds: ['access'],
    says: ({ sub, uid }) =>
      typeof uid === 'string' && uid !== sub
        ? `sub is the user’s login; uid ${quoted(uid)} is the ID that does not change.`
        : undefined,
  },
  {
    issuer: /^Amazon Cognito/,
    says: ({ 'cognito:groups': groups }) =>
      Array.isArray(groups) && groups.length > 0
        ? `cognito:groups lists the user’s groups in the user pool, ${listed(groups)}; the app decides what they allow.`
        : undefined,
  },
  {
    issuer: /^(?:Entra|Azure managed)/,
    kinds: ['access'],
    says: ({ roles, scp, idtyp }) =>
      idtyp === 'app' || (scp === undefined && roles !== undefined)
        ? Array.isArray(roles)
          ? 'roles are application permissions: an administrator granted them to the app itself.'
          : 'It has neither scopes nor roles: the API uses its own assignments, such as Azure role assignments.'
        : scp !== undefined
          ? 'scp lists delegated permissions: the app acts for the signed-in user, within what the user may do.'
          : undefined,
  },
  {
    issuer: /^(?:Entra ID|Azure managed)/,
    says: ({ ver, iss }) =>
      ver === '1.0' || /^https:\/\/sts\.windows\.net\//.test(text(iss))
        ? 'It is a v1.0 token: the API’s registration requests that version, regardless of the endpoint. Its issuer ends in a slash by design.'
        : undefined,
  },
  {
    issuer: /^Azure managed/,
    says: ({ xms_mirid: resource, xms_az_rid: host }) => {
      const [, group, type, name] = /\/resourcegroups\/([^/]+)\/providers\/(.+)\/([^/]+)$/i.exec(text(resource)) ?? []
      const on = /\/([^/]+)$/.exec(text(host))?.[1]
      return name === undefined
        ? undefined
        : `xms_mirid is the resource ${quoted(name)} (${type}) in the resource group ${quoted(group)}${on !== undefined && on !== name ? `, used on ${quoted(on)} (xms_az_rid)` : ''}. oid is the object ID of its service principal, for role assignments.`
    },
  },
  {
    issuer: /^Entra/,
    says: ({ wids }) => {
      const known = (Array.isArray(wids) ? wids : []).flatMap((one) => directoryRoles[String(one)] ?? [])
      return known.length === 0 ? undefined : `The user has the directory role ${listed(known)} (wids).`
    },
  },
  {
    issuer: /^Entra/,
    says: ({ _claim_names: names, hasgroups }) =>
      hasgroups === true || (isObject(names) && names.groups !== undefined)
        ? 'The user is in too many groups to list (groups overage). Get them from Microsoft Graph.'
        : undefined,
  },
  {
    issuer: /^Entra/,
    says: ({ xms_cc: capabilities }) =>
      [capabilities]
        .flat()
        .map((one) => text(one).toLowerCase())
        .includes('cp1')
        ? 'The client can handle claims challenges (xms_cc cp1), so the token may be valid for up to about 28 hours and can be revoked earlier (continuous access evaluation).'
        : undefined,
  },
  {
    issuer: /^GitHub Actions/,
    kinds: ['workload'],
    says: ({ event_name: event, ref, environment, repository, ref_protected: guarded }) => {
      if (typeof repository !== 'string') return undefined
      const where =
        environment !== undefined
          ? `for the environment ${quoted(environment)}`
          : event === 'pull_request'
            ? 'for a pull request'
            : typeof ref === 'string'
              ? `on ${ref.replace(/^refs\/(?:heads|tags)\//, '')}`
              : ''
      return `A job of ${quoted(repository)} requested it${where === '' ? '' : ` ${where}`}${guarded === 'false' ? ', where no branch protection applies' : ''}. Trust policies compare sub, so write it there exactly as it is.`
    },
  },
  {
    issuer: /^GitLab CI/,
    says: ({ job_id: job, user_login: user, ref, ref_protected: guarded }) =>
      job === undefined
        ? undefined
        : `It is the identity of the job ${quoted(job)} on ${quoted(ref)}${guarded === 'true' ? ' (protected)' : guarded === 'false' ? ' (not protected)' : ''}, not of a person: ${quoted(user)} only started the pipeline. Values such as ref_protected are strings by design.`,
  },
  {
    issuer: /^SPIFFE/,
    says: ({ sub }) => {
      const [, domain, path] = /^spiffe:\/\/([^/]+)(\/.*)?$/.exec(text(sub)) ?? []
      const [, space, account] = /^\/ns\/([^/]+)\/sa\/([^/]+)$/.exec(path ?? '') ?? []
      return domain === undefined
        ? undefined
        : `Its trust domain is ${quoted(domain)}${account === undefined ? '' : `; the path names the service account ${quoted(account)} in the namespace ${quoted(space)}`}.`
    },
  },
  {
    issuer: /^Twilio/,
    says: ({ grants }) => {
      if (!isObject(grants)) return undefined
      const { identity, ...services } = grants
      const names = Object.keys(services).map((one) => one.replace(/_/g, ' '))
      const voice = isObject(grants.voice) ? grants.voice : {}
      const calls = [
        isObject(voice.incoming) && voice.incoming.allow === true && 'receive calls',
        isObject(voice.outgoing) && `make calls through the TwiML app ${quoted(voice.outgoing.application_sid)}`,
      ].filter(Boolean)
      return `${identity === undefined ? 'The client' : quoted(identity)} may use ${listed(names)}${calls.length > 0 ? `: ${calls.join(' and ')}` : ''}. It has no aud by design.`
    },
  },
  {
    issuer: /^LiveKit/,
    says: ({ video }) => {
      if (!isObject(video)) return undefined
      const may = [
        video.roomJoin === true && `join ${typeof video.room === 'string' ? quoted(video.room) : 'any room'}`,
        video.roomAdmin === true && 'administer it',
        video.roomCreate === true && 'create rooms',
      ].filter(Boolean)
      const not = ['canPublish', 'canSubscribe', 'canPublishData'].filter((name) => video[name] === false)
      return `${may.length > 0 ? `It allows its holder to ${may.join(', ')}.` : 'It allows joining no room (roomJoin).'}${not.length > 0 ? ` It denies ${listed(not)}; without these members, publishing and subscribing would be allowed.` : ''}`
    },
  },
  {
    issuer: /^Zoom/,
    kinds: ['app'],
    says: ({ mn, role }) =>
      mn === undefined
        ? undefined
        : `It is for the meeting ${quoted(String(mn))}, as ${String(role) === '1' ? 'the host' : 'a participant'} (role ${String(role)}). appKey and sdkKey are the app’s client ID, which is not secret. Zoom requires exp between 30 minutes and 48 hours after iat.`,
  },
  {
    issuer: /^Snowflake/,
    says: ({ sub }) =>
      typeof sub === 'string'
        ? 'iss is the account, the user and the fingerprint of the public key; sub is the account and the user. Both are in uppercase, and aud is not required.'
        : undefined,
  },
  {
    issuer: /^IBM Cloud/,
    says: ({ sub_type: type, name, account, grant_type: grant }) =>
      [
        type === 'ServiceId' ? `It represents the service ID ${quoted(name)}, not a person.` : '',
        type === 'Profile' ? `It represents the trusted profile ${quoted(name)}, not a person.` : '',
        /apikey$/.test(text(grant)) ? 'It was obtained with an API key.' : '',
        isObject(account) && account.bss !== undefined ? `It is for the account ${quoted(account.bss)}.` : '',
        'It has no aud by design.',
      ]
        .filter((one) => one !== '')
        .join(' '),
  },
  {
    issuer: /^SAP XSUAA/,
    kinds: ['access'],
    says: ({ ext_attr: extra, scope }) => {
      const zone = isObject(extra) ? extra.zdn : undefined
      const scopes = (Array.isArray(scope) ? scope : []).filter((one) => /\.[\w-]+$/.test(text(one)))
      return `Its issuer ends in /oauth/token and its scopes are a list by design; a scope is the application, a dot and the right${scopes.length > 0 ? `, as ${quoted(scopes[0])}` : ''}.${typeof zone === 'string' ? ` The subaccount’s subdomain is ${quoted(zone)}.` : ''}`
    },
  },
  {
    issuer: /^ForgeRock/,
    says: ({ cts, realm }) =>
      cts === undefined
        ? undefined
        : `${/STATELESS/.test(text(cts)) ? 'It is a client-side (stateless) token: only introspection shows whether it was revoked.' : 'Its type in the token store is in cts.'} Its scope is a list, and aud is the client, by design.${typeof realm === 'string' ? ` It is from the realm ${quoted(realm)}.` : ''}`,
  },
  {
    issuer: /^WorkOS/,
    says: ({ sid }) =>
      typeof sid === 'string'
        ? 'Its issuer contains the client ID, and it has no aud. sid is the WorkOS session, used for sign-out. By default, WorkOS issues it for minutes; the refresh token renews it.'
        : undefined,
  },
  {
    issuer: /^Zitadel/,
    says: (claims) => {
      const granted = Object.entries(claims).flatMap(([name, roles]) =>
        /:roles$/.test(name) && isObject(roles) ? Object.entries(roles) : [],
      )
      const words = granted.flatMap(([role, organizations]) =>
        isObject(organizations) ? [`${quoted(role)} in the organization ${listed(Object.keys(organizations))}`] : [],
      )
      return words.length === 0 ? undefined : `It grants ${[...new Set(words)].slice(0, 3).join(', ')}.`
    },
  },
  {
    issuer: /^Authentik/,
    says: ({ iss }) => {
      const slug = /\/application\/o\/([\w-]+)\/?$/.exec(text(iss))?.[1]
      return slug === undefined
        ? undefined
        : `Its issuer ends in a slash by design and names the application ${quoted(slug)}. The provider’s subject mode determines sub; by default, it is a hash of the user’s ID.`
    },
  },
  {
    issuer: /^Oracle Identity/,
    says: ({ sub_type: type, tenant, client_tenantname: own }) =>
      [
        type === 'client' ? 'It represents a client, not a user.' : '',
        typeof (tenant ?? own) === 'string' ? `It is from the identity domain ${quoted(tenant ?? own)}.` : '',
      ]
        .filter(Boolean)
        .join(' ') || undefined,
  },
  {
    issuer: /^AWS load balancer/,
    says: (_, { client }) =>
      typeof client === 'string'
        ? `It has no aud: client in the header is the client ID at the identity service, ${quoted(client)}. The load balancer creates a new one for each request.`
        : undefined,
  },
  {
    kinds: ['passport'],
    says: ({ attest }) => {
      const is = {
        A: 'full attestation: the provider knows the customer and their right to the number',
        B: 'partial attestation: the provider knows the customer, not their right to the number',
        C: 'gateway attestation: the provider only passed the call on',
      }[String(attest)]
      return is && `attest ${String(attest)} is ${is}.`
    },
  },
  {
    kinds: ['proof'],
    says: ({ ath }) =>
      ath === undefined
        ? 'It has no ath: it fits a token request, but with an access token a proof must have the hash of that token.'
        : undefined,
  },
  {
    kinds: ['response'],
    says: ({ state, code }) =>
      typeof state === 'string'
        ? `The client must check that state matches the value in its session.${typeof code === 'string' ? ' Keep the code secret until it is exchanged.' : ''}`
        : undefined,
  },
  {
    kinds: ['request'],
    says: ({ code_challenge: challenge, code_challenge_method: method, redirect_uri: address }) =>
      typeof challenge === 'string'
        ? `It uses PKCE (${typeof method === 'string' ? method : 'plain'}): the client must send the code_verifier with the code.${typeof address === 'string' ? ` The response goes to ${quoted(address)}.` : ''}`
        : undefined,
  },
  {
    kinds: ['status-list'],
    says: ({ sub, ttl }) =>
      `${typeof sub === 'string' ? 'sub is the address of the list, which must be the uri in the status claim of a credential. ' : ''}${typeof ttl === 'number' ? `It may be cached for ${ttl.toLocaleString('en')} seconds (ttl). ` : ''}It does not show who has the credentials.`,
  },
  {
    kinds: ['entity-statement'],
    says: ({ authority_hints: hints, iss, sub }) =>
      iss !== undefined && iss === sub
        ? `${Array.isArray(hints) && hints.length > 0 ? `Its superior is ${listed(hints)} (authority_hints). ` : ''}The signature shows only that it has the key: trust comes from the chain up to a trust anchor.`
        : undefined,
  },
]

/** Connections of Auth0, by the first part of `sub`. */
const connections: Readonly<Record<string, string>> = {
  auth0: 'with a password of an Auth0 database',
  'google-oauth2': 'with Google',
  windowslive: 'with a personal Microsoft account',
  waad: 'with Entra ID',
  samlp: 'through SAML',
  oidc: 'through an OpenID Connect enterprise connection',
  adfs: 'through AD FS',
  apple: 'with Apple',
  github: 'with GitHub',
  facebook: 'with Facebook',
  linkedin: 'with LinkedIn',
  email: 'with a code or link by email',
  sms: 'with a code by text message',
}

/** Built-in roles of Entra ID that matter most, by the ID of their template. */
const directoryRoles: Readonly<Record<string, string>> = {
  '62e90394-69f5-4237-9190-012177145e10': 'Global Administrator',
  'f2ef992c-3afb-46b9-b7cf-a126ee74c451': 'Global Reader',
  '194ae4cb-b126-40b2-bd5b-6091b380977d': 'Security Administrator',
  'fe930be7-5e62-47db-91af-98c3a49a38b1': 'User Administrator',
  '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3': 'Application Administrator',
  '158c047a-c907-4556-b7ef-446551a6b5f7': 'Cloud Application Administrator',
  'e8611ab8-c189-46e8-94e1-60213ab1f814': 'Privileged Role Administrator',
}
