import { describe, expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)

describe('a person is found by what a text says of them', () => {
  it.each([
    ['Meu nome é Petronila Reis e não consigo entrar.', 'Petronila Reis'],
    ['Me chamo Ubirajara Montenegro.', 'Ubirajara Montenegro'],
    ['Hello, my name is Gwendolyn Ashworth', 'Gwendolyn Ashworth'],
    ['Hi team, this is Gwendolyn Ashworth from Acme.', 'Gwendolyn Ashworth'],
    ['Me llamo Leocadia Robles', 'Leocadia Robles'],
    ['Account holder Stellan Venkataraman, see below', 'Stellan Venkataraman'],
    ['titular da conta: Hermenegildo Prado', 'Hermenegildo Prado'],
    ['TED para o favorecido Dagoberto Fontana', 'Dagoberto Fontana'],
    ['Please call Ms. Ingrid Halvorsen back', 'Ingrid Halvorsen'],
    ['Atenciosamente,\nDagoberto Fontana\nFinanceiro', 'Dagoberto Fontana'],
    ['Best regards,\n\nGwendolyn', 'Gwendolyn'],
    ['Oi, Marcela! O arquivo falhou.', 'Marcela'],
    ['Prezada Dra. Leocadia Robles:', 'Leocadia Robles'],
    ['From: Dagoberto Fontana <df@empresa.example>', 'Dagoberto Fontana'],
    ['Cc: "Fontana, Dagoberto" <df@empresa.example>', 'Fontana, Dagoberto'],
    ['[10:22, 03/11/2026] Dagoberto Fontana: bom dia', 'Dagoberto Fontana'],
    ['boleto de Dagoberto Fontana (529.982.247-25) já registrado', 'Dagoberto Fontana'],
    ['Consent was revoked by Marina Fontana Prado', 'Marina Fontana Prado'],
    ['Painel de Marina Prado - Portal', 'Marina Prado'],
    ['GET /clientes?busca=Marina%20Prado%20Reis', 'Marina%20Prado%20Reis'],
    ['card[number]=4111111111111111&card[name]=Ambrosina+Teles', 'Ambrosina+Teles'],
    ['BEGIN:VCARD\nFN:Dagoberto Fontana\nBDAY:19840317\nEND:VCARD', 'Dagoberto Fontana'],
    ['nascida em 10/04/1986', '10/04/1986'],
    ['I was born on March 25, 1970', 'March 25, 1970'],
    ['nascido a 3 de maio de 1979', '3 de maio de 1979'],
    ['DOB: 1970-03-25', '1970-03-25'],
    ['Moro na Av. Doutor Penteado, 1113', 'Penteado, 1113'],
    ['Rua Sete de Setembro, 45 - Centro - 01001-000 São Paulo/SP', '01001-000'],
    ['Calle de los Olivos, 12', 'Olivos, 12'],
    ['I live at 42 Wrenfield Lane, Aldermoor', '42 Wrenfield Lane'],
    ['88 Old Mill Road, Sheffield, S1 4QW', 'S1 4QW'],
    ['CEP: 01452-001', '01452-001'],
    ['Rua do Sol, 44 ap 302, Olinda/PE', 'Olinda/PE'],
    ['moro na Rua das Flores, 12, 4050-123 Porto', '4050-123 Porto'],
    ['cartão 4539  1488  0343  6467', '4539  1488'],
    ['cód de segurança 804, val 11/29', '804'],
    ['the three digits on the back 337', '337'],
    ['DOB: twenty-second February two thousand and one', 'February'],
    ['RG 12.345.678-9', '12.345.678-9'],
    ['Passaporte FZ123456, PIS 120.55555.55-5', 'FZ123456'],
    ['agência 3310, conta 77176-5', '77176-5'],
    ['account no. 00417-88213-5, sort code 20-15-55', '20-15-55'],
    ['IBAN BR97 0036 0305 3646 9693 1534 657P 1', '3646 9693'],
    ['GET /v1/accounts/8118381-7/statements', '8118381-7'],
    ['a chave Pix é 7472189b-4ba4-4b4f-a12b-81b5cd5aba70', '7472189b'],
    ['GET /v2/pix/chaves/7472189b-4ba4-4b4f-a12b-81b5cd5aba70', '7472189b'],
    ['00020126580014br.gov.bcb.pix013605ac0e6c-8d40-4064-85a5-6219aba7f1d752040000', '05ac0e6c'],
  ])('%s', (text, person) => {
    expect(safe(text)).not.toContain(person)
  })
})

it.each([
  'Boleto Híbrido, Conta Corrente PJ, Pix Cobrança e Open Finance Brasil em São Paulo',
  'Internal Server Error, Bad Gateway, Too Many Requests from Visual Studio Code and Spring Boot',
  'class OrderService at com.exemplo.OrderService.run(OrderService.java:42)',
  'Dear customer, the access token has expired.',
  'Hi support, this is Production Sandbox again',
  'Atenciosamente,\nEquipe de Suporte',
  'GET /v1/accounts/12345/balances 404 in 12 ms; amount 1.249,90; at 14:22:08; version 2.14.0',
  'GET /v1/pix/9b2d7c10-0000-4000-8000-0123456789ab',
  'conta bloqueada após 5 tentativas em 03/11/2026',
  '{"produto":{"nome":"Boleto Híbrido"},"arquivo":{"nome":"CB041101.RET"},"etapa":{"nome":"Conciliação"}}',
  'CPF inválido: informe os 11 dígitos.',
])('nobody is seen in: %s', (text) => {
  expect(safe(text)).toBe(text)
})
