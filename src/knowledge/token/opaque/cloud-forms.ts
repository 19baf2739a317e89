import { inferred } from '../../protocol/basis.ts'
import { parseForm } from '../../text/address.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { contentOf, type Form, type FormRead, objectIn, secondsOf, timesOf } from './opaque-form.ts'

const aws = inferred('the documentation of AWS')
const azure = inferred('the documentation of Azure')

/** Keys of clouds, and addresses and headers that they sign. */
export const cloudForms: readonly Form[] = [
  {
    kind: 'secret',
    name: 'AWS secret access key',
    pattern:
      /(?<from>aws_secret_access_key|AWS_SECRET_ACCESS_KEY|SecretAccessKey|secretAccessKey)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    why: 'It was named as an AWS secret access key and has 40 characters, like such keys.',
    basis: inferred('the format used by AWS'),
    note: 'This is the secret of the pair. The access key ID only identifies it.',
  },
  {
    kind: 'secret',
    name: 'AWS session token',
    pattern: /(?<![\w+/-])(?<value>(?:IQoJb3JpZ2luX2Vj|FwoGZXIvYXdz|FQoGZXIvYXdz)[\w+/-]{100,4000}={0,2})/g,
    why: 'It begins like AWS STS session tokens.',
    basis: inferred('the format of AWS STS tokens'),
    note: 'It belongs to temporary credentials and expires with them, after between a few minutes and 36 hours.',
    read: (value, _from, rest, before) => {
      const written = /["']?Expiration["']?\s{0,4}[:=]\s{0,4}["']?(\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:?\d\d))/
      const end = written.exec(rest.slice(value.length, value.length + 200)) ?? written.exec(before)
      return { times: timesOf({ exp: secondsOf(end?.[1]) }) }
    },
  },
  {
    kind: 'secret',
    name: 'Cloudflare Tunnel token',
    pattern: /(?<![\w+/.-])(?<value>eyJhIjoi[\w+/-]{60,600}={0,2})(?![\w.])/g,
    why: 'It is base64-encoded JSON with an account (a), a tunnel (t) and a secret (s), like the tokens with which cloudflared runs a tunnel.',
    basis: inferred('the source of cloudflared (TunnelToken)'),
    note: 'Anyone who has it can run the tunnel and receive its traffic: s is the tunnel’s secret, and base64 does not protect it. It has no expiry time: refresh it at Cloudflare if others have seen it. It is not a JWT.',
    read: (value) => {
      const { a, t, s } = objectIn(textOfBase64(value)) ?? {}
      return typeof a === 'string' && typeof t === 'string' && typeof s === 'string'
        ? { content: { account: a, tunnel: t } }
        : undefined
    },
  },
  {
    kind: 'secret',
    name: 'Amazon ECR password',
    pattern: /(?<![\w+/-])(?<value>eyJwYXlsb2FkIjoi[\w+/-]{100,8000}={0,2})(?![\w.])/g,
    why: 'It is base64-encoded JSON with payload, datakey and expiration, like the passwords that Amazon ECR gives (get-login-password).',
    basis: inferred('the format of Amazon ECR authorization tokens'),
    note: 'It signs in to a registry with the user name AWS, for 12 hours. Only AWS can read its payload. It is not a JWT.',
    read: (value) => {
      const { datakey, type, expiration } = objectIn(textOfBase64(value)) ?? {}
      return datakey === undefined
        ? undefined
        : { content: contentOf({ type }), ...(typeof expiration === 'number' && { times: { exp: expiration } }) }
    },
  },
  {
    kind: 'access',
    name: 'Amazon EKS cluster token',
    pattern: /(?<![\w.-])(?<value>k8s-aws-v1\.[\w-]{100,6000}={0,2})/g,
    why: 'It begins with k8s-aws-v1. and is a base64url-encoded presigned AWS STS URL.',
    basis: inferred('the source of aws-iam-authenticator'),
    note: 'The cluster calls the URL in it (GetCallerIdentity) to find out who sent it, so anyone who has the token can act as that identity in the cluster. It is valid for 15 minutes from its date, whatever X-Amz-Expires says. The cluster is part of the signature, but the token does not name it.',
    read: (value) => readPresigned(value.slice('k8s-aws-v1.'.length), 900),
  },
  {
    kind: 'api-key',
    name: 'Amazon Bedrock API key (short-term)',
    pattern: /(?<![\w-])(?<value>bedrock-api-key-[\w+/-]{200,6000}={0,2})/g,
    why: 'It begins with bedrock-api-key- and is a base64-encoded presigned URL.',
    basis: aws,
    note: 'It is sent to Bedrock as a Bearer token and is valid as long as the session that created it, 12 hours at most.',
    read: (value) => readPresigned(value.slice('bedrock-api-key-'.length)),
  },
  {
    kind: 'api-key',
    name: 'Amazon Bedrock API key (long-term)',
    pattern: /(?<![\w-])(?<value>ABSK[A-Za-z0-9+/]{60,200}={0,2})/g,
    why: 'It begins with ABSK and is base64-encoded.',
    basis: aws,
    note: 'It belongs to an IAM user that was created for it, and is valid until the expiry date set there.',
  },
  {
    kind: 'secret',
    name: 'AWS Signature Version 4',
    pattern:
      /\bAWS4-HMAC-SHA256\s{1,4}(?<value>Credential=[^\s,]{10,200},\s{0,4}SignedHeaders=[^\s,]{1,400},\s{0,4}Signature=[0-9a-f]{64})/g,
    why: 'It names a key, a scope and the signature of one request.',
    basis: aws,
    note: 'It is for one request, and AWS accepts it within 5 minutes of the time in x-amz-date. The secret key is not in it.',
    read: (value) => ({
      content: {
        ...scopeOf(/Credential=([^\s,]+)/.exec(value)?.[1] ?? ''),
        'signed headers': /SignedHeaders=([^\s,]+)/.exec(value)?.[1]?.split(';'),
      },
    }),
  },
  {
    kind: 'secret',
    name: 'AWS presigned URL',
    pattern: /[?&](?<value>(?=[^\s"'<>]{0,3000}X-Amz-Signature=)X-Amz-[^\s"'<>]{100,4000})/gi,
    why: 'Its parameters contain an AWS signature (X-Amz-Signature), so anyone who has the URL can use it.',
    basis: aws,
    read: (value) => signedAddress(value, 'x-amz-'),
  },
  {
    kind: 'secret',
    name: 'Google Cloud Storage signed URL',
    pattern: /[?&](?<value>(?=[^\s"'<>]{0,3000}X-Goog-Signature=)X-Goog-[^\s"'<>]{100,4000})/gi,
    why: 'Its parameters contain a Google Cloud signature (X-Goog-Signature), so anyone who has the URL can use it.',
    basis: inferred('the documentation of Google Cloud Storage'),
    read: (value) => signedAddress(value, 'x-goog-'),
  },
  {
    kind: 'secret',
    name: 'CloudFront signed URL',
    pattern: /[?&](?<value>(?=[^\s"'<>]{0,3000}Key-Pair-Id=)(?:Expires|Policy|Signature)=[^\s"'<>]{60,4000})/g,
    why: 'It has CloudFront’s parameters (Signature, Key-Pair-Id), so anyone who has the URL can use it.',
    basis: aws,
    read: (value) => {
      const values = new Map(parseForm(value))
      const end = Number(values.get('Expires'))
      return { content: contentOf({ 'key pair': values.get('Key-Pair-Id') }), ...(end > 0 && { times: { exp: end } }) }
    },
  },
  {
    kind: 'secret',
    name: 'Azure shared access signature (SAS)',
    pattern:
      /(?:[?&]|(?<from>SharedAccessSignature)=)(?<value>(?:[a-z]{2,6}=[^\s&"'<>]{0,300}&){2,16}sig=[A-Za-z0-9%+/_-]{40,100}(?:=|%3D)?(?:&[a-z]{2,6}=[^\s&"'<>]{0,300}){0,12})/gi,
    why: 'It has the parameters of a shared access signature (sv, se, sp, sig), so anyone who has the URL can use it.',
    basis: inferred('what Azure Storage documents about shared access signatures'),
    note: 'sig is an HMAC that only Azure can verify. Anyone who has the URL can use it until it expires. Revoking the key that signed it invalidates it sooner.',
    read: readSas,
  },
  {
    kind: 'secret',
    name: 'Azure SAS token of Service Bus, Event Hubs or IoT Hub',
    pattern:
      /(?<from>SharedAccessSignature)\s{1,4}(?<value>(?=[^\s"']{0,600}\bsig=)(?=[^\s"']{0,600}\bse=)s[rige]{1,2}=[^\s"']{40,900})/g,
    why: 'The word SharedAccessSignature, a resource, a signature and an expiry.',
    basis: azure,
    read: (value) => {
      const values = new Map(parseForm(value))
      const end = Number(values.get('se'))
      return {
        content: contentOf({ resource: values.get('sr'), policy: values.get('skn') }),
        ...(end > 0 && { times: { exp: end } }),
      }
    },
  },
  {
    kind: 'secret',
    name: 'Key in an Azure connection string',
    pattern: /(?<from>SharedAccessKey|AccountKey)=(?<value>[A-Za-z0-9+/]{40,120}={0,2})/g,
    why: 'It was in an Azure connection string.',
    basis: azure,
    note: 'It does not expire. Regenerate it if others have seen it.',
  },
]

/** `AKIA…/20261122/eu-west-1/s3/aws4_request`. */
function scopeOf(credential: string): Record<string, unknown> {
  const [key, date, region, service] = decodeURIComponent(credential.replace(/%(?![0-9A-F]{2})/gi, '%25')).split('/')
  return contentOf({ 'access key': key, date, region, service })
}

/** The parameters of an address signed by version 4, which AWS and Google share. */
function signedAddress(value: string, prefix: string): FormRead | undefined {
  const values = new Map(parseForm(value).map(([name, one]) => [name.toLowerCase(), one]))
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(values.get(`${prefix}date`) ?? '') ?? []
  const start =
    parts.length === 6 ? secondsOf(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`) : undefined
  const life = Number(values.get(`${prefix}expires`))
  return {
    content: scopeOf(values.get(`${prefix}credential`) ?? ''),
    times: timesOf({ iat: start, exp: start !== undefined && life > 0 ? start + life : undefined }),
  }
}

/** A presigned address in base64; `life` in seconds where the receiver counts otherwise than the address says. */
function readPresigned(encoded: string, life?: number): FormRead | undefined {
  const address = textOfBase64(encoded.replace(/=+$/, '')) ?? ''
  const query = address.slice(address.indexOf('?') + 1)
  const read = /X-Amz-/i.test(query) ? signedAddress(query, 'x-amz-') : undefined
  const start = read?.times?.iat
  return (
    read && {
      content: contentOf({
        host: /^(?:https:\/\/)?([\w.-]+)/.exec(address)?.[1],
        action: /[?&]Action=(\w+)/.exec(address)?.[1],
        ...read.content,
      }),
      times: life === undefined || start === undefined ? read.times : { iat: start, exp: start + life },
    }
  )
}

function readSas(value: string, _from: string | undefined, _rest: string, before: string): FormRead | undefined {
  const values = new Map(parseForm(value))
  if (!values.has('sv') || !values.has('sig') || !(values.has('se') || values.has('si'))) return undefined
  const words = (letters: string | undefined, table: Record<string, string>) =>
    letters && [...letters].map((one) => table[one] ?? one).join(', ')
  const [, account, path] =
    /https:\/\/([\w-]{3,63})\.(?:blob|dfs|file|queue|table)\.[\w.-]{1,80}(\/[^\s?"'<>]{0,300})?\??$/.exec(before) ?? []
  const kind = values.has('ss') ? 'account' : values.has('skoid') ? 'user delegation' : 'service'
  return {
    name: `Azure shared access signature (SAS, ${kind})`,
    content: contentOf({
      account,
      path,
      version: values.get('sv'),
      permissions: words(values.get('sp'), permissions),
      services: words(values.get('ss'), { b: 'blobs', f: 'files', q: 'queues', t: 'tables' }),
      resources:
        words(values.get('srt'), { s: 'service', c: 'containers', o: 'objects' }) ??
        resources[values.get('sr') ?? ''] ??
        values.get('sr'),
      protocol: values.get('spr') === 'https' ? 'HTTPS only' : values.get('spr'),
      addresses: values.get('sip'),
      policy: values.get('si'),
      starts: values.get('st'),
      expires: values.get('se'),
    }),
    times: timesOf({ nbf: secondsOf(values.get('st')), exp: secondsOf(values.get('se')) }),
  }
}

const resources: Record<string, string> = {
  b: 'a blob',
  bv: 'a version of a blob',
  bs: 'a snapshot of a blob',
  c: 'a container with its blobs',
  d: 'a directory',
  f: 'a file',
  s: 'a file share',
}

const permissions: Record<string, string> = {
  r: 'read',
  a: 'add',
  c: 'create',
  w: 'write',
  d: 'delete',
  x: 'delete versions',
  l: 'list',
  t: 'tags',
  f: 'find by tags',
  m: 'move',
  e: 'execute',
  o: 'ownership',
  p: 'permissions',
  u: 'update',
  i: 'immutability',
  y: 'delete for good',
}
