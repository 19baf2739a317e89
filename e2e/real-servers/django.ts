import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { librariesIn, unpackDebian } from '../../src/bff/testing/debian-packages.ts'
import { freePort, startProgram } from './programs.ts'
import type { RealClient, StartServer } from './server.ts'

/** Django OAuth Toolkit from Debian, with its own pages and Django's for the sign-in. */
export const startDjango: StartServer = async ({ directory, packages }, client) => {
  const root = await unpackDebian(['python3-django-oauth-toolkit'], join(packages, 'django'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  await mkdir(join(directory, 'site'), { recursive: true })
  await writeFile(join(directory, 'site', 'site_settings.py'), settings(address, directory))
  await writeFile(join(directory, 'site', 'site_urls.py'), urls)
  await writeFile(join(directory, 'site', 'prepare.py'), prepare(client))
  // Debian's packages are for Debian's own Python.
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : join(root, 'usr/bin/python3')
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: [join(directory, 'site'), join(root, 'usr/lib/python3/dist-packages')].join(':'),
    LD_LIBRARY_PATH: await librariesIn(root),
    DJANGO_SETTINGS_MODULE: 'site_settings',
  }
  await promisify(execFile)(python, ['-m', 'django', 'migrate', '--verbosity', '0'], { env })
  await promisify(execFile)(python, [join(directory, 'site', 'prepare.py')], { env })
  const stop = await startProgram(python, ['-m', 'django', 'runserver', '--noreload', `localhost:${port}`], {
    env,
    answers: `${address}/o/.well-known/openid-configuration`,
  })
  return {
    name: 'Django OAuth Toolkit',
    environment: { issuer: `${address}/o` },
    async signIn(page) {
      await page.locator('input[name=username]').fill('ana')
      await page.locator('input[name=password]').fill('a password of this test')
      await page.locator('input[type=submit]').click()
      await page.locator('input[name=allow]').click()
    },
    stop,
  }
}

const urls = `from django.contrib import admin
from django.urls import include, path
urlpatterns = [path('admin/', admin.site.urls), path('o/', include('oauth2_provider.urls', namespace='oauth2_provider'))]
`

function settings(address: string, directory: string): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return `SECRET_KEY = 'a key of this test alone'
DEBUG = True
ALLOWED_HOSTS = ['localhost']
ROOT_URLCONF = 'site_urls'
INSTALLED_APPS = ['django.contrib.admin', 'django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions', 'django.contrib.messages', 'oauth2_provider']
MIDDLEWARE = ['django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware', 'django.middleware.csrf.CsrfViewMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware', 'django.contrib.messages.middleware.MessageMiddleware']
TEMPLATES = [{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'OPTIONS': {'context_processors': ['django.template.context_processors.request', 'django.contrib.auth.context_processors.auth', 'django.contrib.messages.context_processors.messages']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': '${directory}/site/db.sqlite3'}}
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
USE_TZ = True
STATIC_URL = '/static/'
LOGIN_URL = '/admin/login/'
OAUTH2_PROVIDER = {
    'OIDC_ENABLED': True,
    'OIDC_ISS_ENDPOINT': '${address}/o',
    'OIDC_RSA_PRIVATE_KEY': '''${privateKey}''',
    'SCOPES': {'openid': 'OpenID Connect', 'profile': 'Profile', 'email': 'E-mail'},
    'PKCE_REQUIRED': True,
}
`
}

function prepare(client: RealClient): string {
  const text = JSON.stringify
  return `import django
django.setup()
from django.contrib.auth.models import User
from oauth2_provider.models import get_application_model
User.objects.create_superuser('ana', 'ana@example.com', 'a password of this test')
get_application_model().objects.create(
    name='Claimcheck', client_id=${text(client.id)}, client_secret=${text(client.secret)}, client_type='confidential',
    authorization_grant_type='authorization-code', redirect_uris=${text(client.redirectUri)}, algorithm='RS256')
`
}
