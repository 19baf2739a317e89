/** A recipient or a client that has one address or one ID for everybody, as its vendor documents. */
interface Party {
  /** The value of the claim. */
  value: RegExp
  is: string
  /** The issuer as it is called, where the value means this in its tokens alone. */
  issuer?: RegExp
}

/** What an audience is the address or the ID of; undefined for any that only its owner knows. */
export function knownAudience(audience: unknown, issuer = ''): string | undefined {
  return known(audiences, audience, issuer)
}

/** The program behind the ID of a client; undefined for any that only its owner knows. */
export function knownClient(client: unknown, issuer = ''): string | undefined {
  return known(clients, client, issuer)
}

function known(parties: readonly Party[], value: unknown, issuer: string): string | undefined {
  if (typeof value !== 'string' || value.length > 500) return undefined
  return parties.find((one) => one.value.test(value) && (one.issuer?.test(issuer) ?? true))?.is
}

const microsoft = /^(?:Entra|Azure)/

const audiences: readonly Party[] = [
  {
    value: /^(?:https:\/\/graph\.microsoft\.(?:com|us)\/?|00000003-0000-0000-c000-000000000000)$/,
    is: 'Microsoft Graph',
  },
  {
    value: /^(?:https:\/\/graph\.windows\.net\/?|00000002-0000-0000-c000-000000000000)$/,
    is: 'Azure AD Graph (retired)',
  },
  {
    value:
      /^(?:https:\/\/management\.(?:core\.windows\.net|azure\.com|core\.chinacloudapi\.cn|core\.usgovcloudapi\.net)\/?|797f4846-ba00-4fd7-ba43-dac1f8f63013)$/,
    is: 'Azure Resource Manager',
  },
  {
    value: /^(?:https:\/\/(?:[\w-]+\.)?vault\.azure\.(?:net|cn)\/?|cfa8b339-82a2-471a-a3c9-0fc0be7a4093)$/,
    is: 'Azure Key Vault',
  },
  {
    value:
      /^(?:https:\/\/(?:storage\.azure\.com|[\w-]+\.(?:blob|queue|table|dfs)\.core\.windows\.net)\/?|e406a681-f3d4-42a8-90b6-c2b029497af1)$/,
    is: 'Azure Storage',
  },
  { value: /^(?:https:\/\/database\.windows\.net\/?|022907d3-0f1b-48f7-badc-1ba6abab6d66)$/, is: 'Azure SQL' },
  {
    value: /^https:\/\/ossrdbms-aad\.database\.windows\.net\/?$/,
    is: 'Azure Database for PostgreSQL and MySQL',
  },
  { value: /^https:\/\/(?:[\w-]+\.)?servicebus\.(?:azure|windows)\.net\/?$/, is: 'Azure Service Bus' },
  { value: /^https:\/\/eventhubs\.azure\.net\/?$/, is: 'Azure Event Hubs' },
  { value: /^https:\/\/(?:cosmos\.azure\.com|[\w-]+\.documents\.azure\.com)\/?$/, is: 'Azure Cosmos DB' },
  { value: /^https:\/\/cognitiveservices\.azure\.com\/?$/, is: 'Azure AI services' },
  { value: /^https:\/\/api\.loganalytics\.(?:io|azure\.com)\/?$/, is: 'Azure Monitor Logs' },
  { value: /^499b84ac-1321-427f-aa17-267ca6975798$/, is: 'Azure DevOps' },
  { value: /^2ff814a6-3304-4ab8-85cb-cd0e6f879c1d$/, is: 'Azure Databricks' },
  { value: /^6dae42f8-4368-4678-94ff-3960e28e3630$/, is: 'Azure Kubernetes Service' },
  {
    value: /^(?:00000003-0000-0ff1-ce00-000000000000(?:\/.*)?|https:\/\/[\w-]+\.sharepoint\.com\/?)$/,
    is: 'SharePoint Online',
  },
  {
    value: /^(?:00000002-0000-0ff1-ce00-000000000000|https:\/\/outlook\.office(?:365)?\.com\/?)$/,
    is: 'Exchange Online',
  },
  {
    value: /^(?:00000009-0000-0000-c000-000000000000|https:\/\/analysis\.windows\.net\/powerbi\/api\/?)$/,
    is: 'Power BI',
  },
  { value: /^https:\/\/[\w-]+\.(?:crm\d*|api\.crm\d*)\.dynamics\.com\/?$/, is: 'Dataverse (Dynamics 365)' },
  { value: /^https:\/\/api\.botframework\.com\/?$/, is: 'the Bot Framework connector' },
  { value: /^api:\/\/AzureADTokenExchange$/, is: 'Entra ID, in exchange for an access token' },
  {
    value: /^https:\/\/login\.microsoftonline\.com\/[^/]+\/oauth2\/(?:v2\.0\/)?token$/,
    is: 'Entra ID’s token endpoint',
  },
  {
    value:
      /^https:\/\/(?:oauth2\.googleapis\.com\/token|www\.googleapis\.com\/oauth2\/v4\/token|accounts\.google\.com\/o\/oauth2\/token)$/,
    is: 'Google’s token endpoint',
  },
  { value: /^https:\/\/[\w-]+(?:\.\w+)?\.zitadel\.cloud\/?$/, is: 'Zitadel' },
  { value: /google\.identity\.identitytoolkit\.v1\.IdentityToolkit$/, is: 'Firebase Authentication' },
  {
    value: /^(?:https:)?\/\/iam\.googleapis\.com\/projects\/[^/]+\/locations\/[^/]+\/workloadIdentityPools\//,
    is: 'Google Cloud, as a provider of a workload identity pool',
  },
  { value: /\.svc\.id\.goog$/, is: 'Google Cloud, as a workload identity pool of GKE' },
  { value: /^sts\.amazonaws\.com(?:\.cn)?$/, is: 'AWS STS, which gives credentials for an IAM role' },
  { value: /^pods\.eks\.amazonaws\.com$/, is: 'EKS Pod Identity' },
  { value: /^https:\/\/kubernetes\.default\.svc(?:\.cluster\.local)?\/?$/, is: 'the API server of its own cluster' },
  { value: /^sigstore$/, is: 'Sigstore, which signs software with it' },
  { value: /^npm:registry\.npmjs\.org$/, is: 'npm, to publish packages' },
  { value: /^(?:test)?pypi$/, is: 'PyPI, to publish packages' },
  { value: /^https:\/\/appleid\.apple\.com\/?$/, is: 'Apple’s token endpoint' },
  { value: /^appstoreconnect-v1$/, is: 'the App Store Connect API' },
  {
    value: /^https:\/\/github\.com\/[\w.-]+$/,
    issuer: /^GitHub Actions/,
    is: 'the owner of the repository: the default, where a job asks for no audience',
  },
  { value: /\/api\/v2\/$/, issuer: /^Auth0/, is: 'the Auth0 Management API' },
  { value: /\/userinfo$/, issuer: /^Auth0/, is: 'Auth0’s UserInfo endpoint' },
  { value: /^api:\/\/default$/, issuer: /^Okta/, is: 'the default audience of a custom authorization server' },
  {
    value: /^account$/,
    issuer: /^Keycloak/,
    is: 'Keycloak’s own account client: the default, where no audience is mapped',
  },
  { value: /^authenticated$/, issuer: /^Supabase/, is: 'users who are signed in' },
  { value: /^api\.atlassian\.com$/, is: 'Atlassian’s cloud APIs' },
  { value: /^account(?:-d)?\.docusign\.com$/, is: 'DocuSign’s account server' },
  { value: /^https:\/\/(?:login|test)\.salesforce\.com$/, is: 'Salesforce’s token endpoint' },
  { value: /^https:\/\/api\.box\.com\/oauth2\/token$/, is: 'Box’s token endpoint' },
  { value: /^https:\/\/fcm\.googleapis\.com$/, is: 'the push service of Chrome' },
  { value: /^https:\/\/updates\.push\.services\.mozilla\.com$/, is: 'the push service of Firefox' },
  { value: /^https:\/\/web\.push\.apple\.com$/, is: 'the push service of Safari' },
]

const clients: readonly Party[] = [
  { value: /^04b07795-8ddb-461a-bbee-02f9e1bf7b46$/, issuer: microsoft, is: 'Azure CLI' },
  { value: /^1950a258-227b-4e31-a9cf-717495945fc2$/, issuer: microsoft, is: 'Azure PowerShell' },
  { value: /^14d82eec-204b-4c2f-b7e8-296a70dab67e$/, issuer: microsoft, is: 'Microsoft Graph Command Line Tools' },
  { value: /^de8bc8b5-d9f9-48b1-a8ad-b748da725064$/, issuer: microsoft, is: 'Graph Explorer' },
  { value: /^872cd9fa-d31f-45e0-9eab-6e460a02d1f1$/, issuer: microsoft, is: 'Visual Studio' },
  { value: /^aebc6443-996d-45c2-90f0-388ff96faa56$/, issuer: microsoft, is: 'Visual Studio Code' },
  { value: /^1fec8e78-bce4-4aaf-ab1b-5451cc387264$/, issuer: microsoft, is: 'Microsoft Teams' },
  { value: /^c44b4083-3bb0-49c1-b47d-974e53cbdf3c$/, issuer: microsoft, is: 'Azure portal' },
  { value: /^d3590ed6-52b3-4102-aeff-aad2292ab01c$/, issuer: microsoft, is: 'Microsoft Office' },
  { value: /^80faf920-1908-4b52-b5ef-a8e7bedfc67a$/, issuer: microsoft, is: 'kubelogin for Azure Kubernetes Service' },
  { value: /^32555940559\.apps\.googleusercontent\.com$/, is: 'gcloud CLI' },
  {
    value: /^764086051850-6qr4p6gpi6hn506pt8ejuq83di341hur\.apps\.googleusercontent\.com$/,
    is: 'Google’s application default credentials',
  },
  { value: /^407408718192\.apps\.googleusercontent\.com$/, is: 'Google OAuth Playground' },
  { value: /^databricks-cli$/, issuer: /^Databricks/, is: 'Databricks CLI' },
  { value: /^(?:admin-cli)$/, issuer: /^Keycloak/, is: 'Keycloak’s command line' },
  { value: /^security-admin-console$/, issuer: /^Keycloak/, is: 'Keycloak’s admin console' },
]
