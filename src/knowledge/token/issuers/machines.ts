import { standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { always, any, both, has, is, issuer, text } from '../claim-signs.ts'
import { type IssuedKind, type IssuerRow, workload } from './issuer-row.ts'

/** Who takes the token of a service account in place of the API of Kubernetes, by the audience. */
const outsideKubernetes: readonly IssuedKind[] = (
  [
    [
      /^sts\.amazonaws\.com(?:\.cn)?$/,
      'AWS (IRSA)',
      'A pod presents it to AWS STS (AssumeRoleWithWebIdentity) and gets credentials for an IAM role: IAM roles for service accounts.',
    ],
    [
      /^pods\.eks\.amazonaws\.com$/,
      'EKS Pod Identity',
      'The EKS Pod Identity agent exchanges it for credentials for an IAM role.',
    ],
    [
      /^api:\/\/AzureADTokenExchange/,
      'Azure workload identity',
      'A pod presents it to Entra ID as a client assertion and gets an access token for an app or a managed identity.',
    ],
    [
      /^(?:https:)?\/\/iam\.googleapis\.com\/|\.svc\.id\.goog$/,
      'Google Cloud workload identity',
      'A pod presents it to Google’s Security Token Service and gets Google Cloud credentials.',
    ],
    [/^(?:https?:\/\/)?vault(?:[.:/]|$)/, 'Vault', 'A pod uses it to sign in to Vault.'],
  ] as const
).map(([audience, name, note]) => ({
  kind: 'workload',
  when: ({ aud }) => [aud].flat().some((one) => audience.test(text(one))),
  sign: `its audience is the one for ${name}`,
  name: `Kubernetes service account token for ${name}`,
  note,
}))

const managed =
  'It represents a program on an Azure resource, not a user. Azure usually issues it for about a day and caches it until then, so new role assignments count only in the next one where the API reads them from the token.'

/** Machines, jobs and workloads, and proxies that pass on who signed in. */
export const machines: readonly IssuerRow[] = [
  {
    name: 'Google Cloud instance',
    issuedBy: 'Google',
    shows: both(
      issuer(/^https:\/\/accounts\.google\.com$/),
      ({ google }) => isObject(google) && isObject(google.compute_engine),
    ),
    kinds: [
      {
        kind: 'instance',
        when: always,
        sign: 'it describes a Compute Engine instance',
        name: 'Google Cloud instance identity token',
        note: 'The metadata server gives it to any program on the machine. email is the machine’s service account.',
      },
    ],
  },
  {
    name: 'Azure managed identity',
    issuedBy: 'Entra ID',
    shows: both(has('xms_mirid'), issuer(/^https:\/\/(sts\.windows\.net|login\.microsoftonline)/)),
    kinds: [
      {
        kind: 'access',
        when: ({ xms_mirid: resource }) => /\/userAssignedIdentities\//i.test(text(resource)),
        sign: 'it names a user-assigned managed identity (xms_mirid)',
        name: 'Access token of a user-assigned Azure managed identity',
        note: managed,
      },
      {
        kind: 'access',
        when: always,
        sign: 'it names the resource of a managed identity (xms_mirid)',
        name: 'Access token of a system-assigned Azure managed identity',
        note: managed,
      },
    ],
  },
  {
    name: 'Kubernetes',
    shows: any(has('kubernetes.io'), is('iss', 'kubernetes/serviceaccount'), ({ sub }) =>
      /^system:serviceaccount:/.test(text(sub)),
    ),
    kinds: [
      {
        kind: 'service-account',
        when: is('iss', 'kubernetes/serviceaccount'),
        sign: 'it comes from a secret (issuer kubernetes/serviceaccount)',
        name: 'Kubernetes service account token from a secret',
        note: 'This older kind of token never expires, and clusters since Kubernetes 1.24 no longer create it by themselves. Deleting the secret or the service account revokes it. Tokens of the TokenRequest API (kubectl create token) are bound and expire.',
      },
      ...outsideKubernetes,
      {
        kind: 'service-account',
        when: ({ 'kubernetes.io': bound }) => isObject(bound) && bound.pod === undefined,
        sign: 'it names a service account, and no pod',
        name: 'Kubernetes service account token',
        note: 'It is not bound to a pod: it was requested through the TokenRequest API, as “kubectl create token” does. It ends at exp, or when the service account is deleted.',
      },
      {
        kind: 'service-account',
        when: always,
        sign: 'it names a service account',
        name: 'Kubernetes service account token',
        note: 'Bound to its pod if it names one. An API server may issue it for a year, although the kubelet renews it every hour (warnafter), so that clients that do not reload it keep working.',
      },
    ],
  },
  {
    name: 'SPIFFE',
    isFormat: true,
    shows: ({ sub }) => /^spiffe:\/\//.test(text(sub)),
    kinds: [
      {
        kind: 'svid',
        when: always,
        sign: 'its subject is a SPIFFE ID',
        basis: standard('SPIFFE JWT-SVID §3'),
        name: 'JWT-SVID',
        note: 'It needs no issuer: the trust domain in the SPIFFE ID determines whose keys verify it.',
      },
    ],
  },
  // Workload identity of pipelines.
  {
    name: 'GitHub Actions',
    shows: any(
      issuer(/^https:\/\/token\.actions\.(githubusercontent\.com|[\w.-]+\.ghe\.com)/),
      // GitHub Enterprise Server, on a host of its own.
      both(issuer(/^https:\/\/[\w.-]+\/_services\/token\/?$/), has('repository', 'workflow')),
    ),
    kinds: workload('its issuer is GitHub Actions'),
  },
  {
    name: 'GitLab CI',
    shows: both(has('project_path'), any(has('pipeline_id'), has('job_id'), has('pipeline_source'))),
    kinds: workload('it names a project and a pipeline'),
  },
  {
    name: 'CircleCI',
    shows: issuer(/^https:\/\/oidc\.circleci\.com\//),
    kinds: workload('its issuer is CircleCI'),
  },
  {
    name: 'Bitbucket Pipelines',
    shows: issuer(/^https:\/\/api\.bitbucket\.org\/.*\/pipelines-config/),
    kinds: workload('its issuer is Bitbucket Pipelines'),
  },
  {
    name: 'Buildkite',
    shows: issuer(/^https:\/\/agent\.buildkite\.com/),
    kinds: workload('its issuer is Buildkite'),
  },
  {
    name: 'HCP Terraform',
    shows: issuer(/^https:\/\/app\.terraform\.io/),
    kinds: workload('its issuer is HCP Terraform'),
  },
  { name: 'Vercel', shows: issuer(/^https:\/\/oidc\.vercel\.com/), kinds: workload('its issuer is Vercel') },
  { name: 'Fly.io', shows: issuer(/^https:\/\/oidc\.fly\.io/), kinds: workload('its issuer is Fly.io') },
  {
    name: 'Azure Pipelines',
    shows: issuer(/^https:\/\/vstoken\.dev\.azure\.com\//),
    kinds: workload('its issuer is Azure DevOps'),
  },
  { name: 'Spacelift', shows: issuer(/\.app\.spacelift\.io$/), kinds: workload('its issuer is Spacelift') },
  {
    name: 'AWS outbound identity',
    shows: issuer(/\.tokens\.sts\.global\.api\.aws/),
    kinds: [{ kind: 'workload', when: always, sign: 'its issuer is AWS STS', name: 'AWS workload identity token' }],
  },
  {
    name: 'AWS Cognito identity pool',
    shows: issuer(/^https:\/\/cognito-identity\.amazonaws\.com/),
    kinds: [
      {
        kind: 'workload',
        when: always,
        sign: 'its issuer is a Cognito identity pool',
        name: 'Amazon Cognito identity pool token',
      },
    ],
  },
  {
    name: 'Nomad',
    shows: any(has('nomad_job_id'), has('nomad_node_id')),
    kinds: [
      {
        kind: 'workload',
        when: always,
        sign: 'it names a job or a node of Nomad',
        name: 'Nomad workload identity token',
      },
    ],
  },
  {
    name: 'Ansible Automation Platform',
    shows: has('aap_controller_job_id'),
    kinds: workload('it names a job of the automation controller'),
  },
  {
    name: 'Semaphore',
    shows: issuer(/\.semaphoreci\.com\/?$/),
    kinds: workload('its issuer is Semaphore'),
  },
  {
    name: 'Codefresh',
    shows: issuer(/^https:\/\/oidc\.codefresh\.io/),
    kinds: workload('its issuer is Codefresh'),
  },
  {
    name: 'Pulumi',
    shows: issuer(/^https:\/\/api\.pulumi\.com\/oidc/),
    kinds: workload('its issuer is Pulumi'),
  },
  {
    name: 'Scalr',
    shows: issuer(/\.scalr\.io\/?$/),
    kinds: workload('its issuer is Scalr'),
  },
  {
    name: 'Harness',
    shows: issuer(/^https:\/\/app\d*\.harness\.io\/ng\/api\/oidc/),
    kinds: workload('its issuer is Harness'),
  },
  {
    name: 'Gitea or Forgejo Actions',
    shows: has('repository', 'run_id', 'workflow'),
    kinds: workload('it names a repository and a run'),
  },
  {
    name: 'Sigstore',
    shows: issuer(/^https:\/\/oauth2\.sigstore\.dev\/auth$/),
    kinds: [{ kind: 'id', when: always, sign: 'its issuer signs users in for Sigstore' }],
  },
  {
    name: 'AWS IAM Identity Center',
    shows: issuer(/^https:\/\/identitycenter\.amazonaws\.com\//),
    kinds: [{ kind: 'id', when: always, sign: 'its issuer is IAM Identity Center' }],
  },
  {
    name: 'Confidential Space',
    shows: issuer(/^https:\/\/confidentialcomputing\.googleapis\.com\/?$/),
    kinds: [
      {
        kind: 'device-attestation',
        when: always,
        sign: 'its issuer attests Google Cloud confidential VMs',
        name: 'Google Cloud attestation token',
      },
    ],
  },
  {
    name: 'Azure Attestation',
    shows: any(has('x-ms-attestation-type'), issuer(/\.attest\.azure\.net\/?$/)),
    kinds: [
      {
        kind: 'device-attestation',
        when: always,
        sign: 'it says what was attested (x-ms-attestation-type)',
        name: 'Azure Attestation token',
      },
    ],
  },
  {
    name: 'GitHub Actions',
    shows: issuer(/^(?:https:\/\/)?vstoken\.actions\.githubusercontent\.com\/?$/),
    kinds: [
      {
        kind: 'access',
        when: always,
        sign: 'its issuer is the service that runs the jobs',
        name: 'GitHub Actions runtime token',
        note: 'The runner gives it to a job (ACTIONS_RUNTIME_TOKEN) for its artifacts, caches and results. It is neither the GITHUB_TOKEN nor the ID token of the job.',
      },
    ],
  },
  // Proxies that pass on who signed in.
  {
    name: 'AWS load balancer',
    shows: (_, { signer }) => /^arn:aws[\w-]*:elasticloadbalancing:/.test(text(signer)),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its header names the load balancer that signed it (signer)',
        name: 'User claims from an AWS load balancer',
        note: 'AWS writes it with padding (=), which most libraries reject. Keep the padding, because it is part of the signed content.',
      },
    ],
  },
  {
    name: 'Azure App Service',
    shows: both(has('stable_sid'), issuer(/^https:\/\/[\w.-]+\.(?:azurewebsites\.net|azurestaticapps\.net)\/?$/)),
    kinds: [
      {
        kind: 'session',
        when: always,
        sign: 'it has a session (stable_sid) and the app’s URL as its issuer',
        name: 'Session token of Azure App Service (Easy Auth)',
        note: 'App Service gives it to an app in exchange for an identity provider’s token, and accepts it in the X-ZUMO-AUTH header.',
      },
    ],
  },
  {
    name: 'Google IAP',
    shows: issuer(/^https:\/\/cloud\.google\.com\/iap$/),
    kinds: [
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its issuer is Identity-Aware Proxy',
        name: 'Google IAP assertion',
      },
    ],
  },
  {
    name: 'Cloudflare Access',
    shows: issuer(/^https:\/\/[\w-]+\.cloudflareaccess\.com/),
    kinds: [
      {
        kind: 'session',
        when: is('type', 'org'),
        sign: 'its type is “org”',
        name: 'Cloudflare Access global session token',
      },
      {
        kind: 'proxy-claims',
        when: has('common_name'),
        sign: 'it names a service token (common_name)',
        name: 'Cloudflare Access application token for a service',
      },
      {
        kind: 'proxy-claims',
        when: always,
        sign: 'its issuer is Cloudflare Access',
        name: 'Cloudflare Access application token',
      },
    ],
  },
]
