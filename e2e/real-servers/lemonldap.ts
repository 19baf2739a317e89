import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { librariesIn, unpackDebian } from '../../src/bff/testing/debian-packages.ts'
import { freePort, startProgram } from './programs.ts'
import type { RealClient, StartServer } from './server.ts'

/** The portal, and what its issuer loads beyond what the package depends on. */
const needed = [
  'liblemonldap-ng-portal-perl',
  'libstring-random-perl',
  'libio-string-perl',
  'libcrypt-openssl-bignum-perl',
  'libcrypt-openssl-x509-perl',
  'libconvert-base32-perl',
  'libmime-tools-perl',
  'libunicode-string-perl',
]

/** LemonLDAP::NG from Debian, its portal as a PSGI program, with its demonstration accounts. */
export const startLemonldap: StartServer = async ({ directory, packages }, client) => {
  const root = await unpackDebian(needed, join(packages, 'lemonldap'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  for (const name of ['conf', 'sessions', 'lock', 'cache']) await mkdir(join(directory, name), { recursive: true })
  await writeFile(join(directory, 'conf', 'lmConf-1.json'), JSON.stringify(configuration(address, directory, client)))
  await writeFile(join(directory, 'lemonldap-ng.ini'), settings(root, directory))
  await writeFile(
    join(directory, 'portal.psgi'),
    `use Lemonldap::NG::Portal::Main;
use Plack::App::File;
use Plack::Builder;
my $portal = Lemonldap::NG::Portal::Main->run({});
my $files = Plack::App::File->new(root => '${root}/usr/share/lemonldap-ng/portal/htdocs/static')->to_app;
# A web server in front of it would give the whole path as PATH_INFO.
builder { mount '/static' => $files; mount '/' => sub { my $env = shift; $env->{SCRIPT_NAME} = ''; $portal->($env) } };
`,
  )
  // A captcha is loaded though none is asked for, and the usual one wants libraries that draw.
  await writeFile(
    join(directory, 'NoCaptcha.pm'),
    "package NoCaptcha;\nuse Mouse;\nextends 'Lemonldap::NG::Portal::Main::Plugin';\nsub init { 1 }\nsub check_captcha { 1 }\n1;\n",
  )
  const libraries = [
    'usr/share/perl5',
    'usr/lib/x86_64-linux-gnu/perl5/5.36',
    'usr/lib/x86_64-linux-gnu/perl-base',
    'usr/share/perl/5.36',
    'usr/lib/x86_64-linux-gnu/perl/5.36',
  ]
  const own = join(root, 'usr/bin/perl')
  const stop = await startProgram(
    existsSync(own) ? own : 'perl',
    [join(root, 'usr/bin/plackup'), '--port', String(port), '--host', '127.0.0.1', join(directory, 'portal.psgi')],
    {
      env: {
        PATH: process.env.PATH,
        PERL5LIB: [directory, ...libraries.map((path) => join(root, path))].join(':'),
        LD_LIBRARY_PATH: await librariesIn(root),
        LLNG_DEFAULTCONFFILE: join(directory, 'lemonldap-ng.ini'),
      },
      answers: `${address}/.well-known/openid-configuration`,
    },
  )
  return {
    name: 'LemonLDAP::NG',
    // It takes Basic credentials as they are.
    environment: { issuer: address, client_secret_encoding: 'plain' },
    async signIn(page) {
      await page.locator('input[name=user]').fill('dwho')
      await page.locator('input[name=password]').fill('dwho')
      await page.locator('button[type=submit]').first().click()
    },
    stop,
  }
}

function settings(root: string, directory: string): string {
  return `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
localSessionStorage = Cache::FileCache
localSessionStorageOptions = { 'namespace' => 'sessions', 'default_expires_in' => 600, 'cache_root' => '${directory}/cache', 'cache_depth' => 0 }
[configuration]
type = File
dirName = ${directory}/conf
[portal]
staticPrefix = /static
templateDir = ${root}/usr/share/lemonldap-ng/portal/templates
languages = en
`
}

function configuration(address: string, directory: string, client: RealClient) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    cfgNum: 1,
    cfgAuthor: 'claimcheck',
    cfgDate: 1,
    portal: `${address}/`,
    domain: 'localhost',
    cookieName: 'lemonldap',
    securedCookie: 0,
    key: 'a key of this test alone',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    requireToken: 0,
    captcha: 'NoCaptcha',
    portalMainLogo: 'common/logos/logo_llng_400px.png',
    portalSkin: 'bootstrap',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: {
      Directory: join(directory, 'sessions'),
      LockDirectory: join(directory, 'lock'),
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    },
    locationRules: { localhost: { default: 'accept' } },
    exportedVars: { uid: 'uid', cn: 'cn', mail: 'mail' },
    demoExportedVars: { uid: 'uid', cn: 'cn', mail: 'mail' },
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    issuerDBOpenIDConnectRule: 1,
    oidcServiceMetaDataIssuer: address,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'one',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcRPMetaDataExportedVars: { claimcheck: { email: 'mail', name: 'cn' } },
    oidcRPMetaDataOptions: {
      claimcheck: {
        oidcRPMetaDataOptionsClientID: client.id,
        oidcRPMetaDataOptionsClientSecret: client.secret,
        oidcRPMetaDataOptionsRedirectUris: client.redirectUri,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsAccessTokenJWT: 1,
        oidcRPMetaDataOptionsAccessTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsRefreshToken: 1,
        oidcRPMetaDataOptionsBypassConsent: 1,
      },
    },
  }
}
