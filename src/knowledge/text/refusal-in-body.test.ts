import { expect, it } from 'vitest'
import { refusalInBody, refusalInXml } from './refusal-in-body.ts'

it.each([
  ['{"ok":false,"error":"invalid_auth"}', undefined],
  ['{"errors":[{"message":"Could not verify JWT: JWTIssuedAtFuture","extensions":{"code":"invalid-jwt"}}]}', undefined],
  ['{"data":{"me":null},"errors":[{"message":"Not authorized","extensions":{"statusCode":403}}]}', 403],
  ['{"code":401,"msg":"token invalid"}', 401],
  ['{"statusCode":"403","message":"Forbidden","data":{}}', 403],
  ['{"status":"error","message":"Unauthorized"}', undefined],
  ['{"success":false,"message":"token expirado"}', undefined],
  ['{"erro":true}', undefined],
  ['[{"error":{"code":404,"message":"Not found"}}]', 404],
  ['{"Message":"An error has occurred.","ExceptionMessage":"IDX10223"}', undefined],
])('a body that reports a failure is one: %s', (body, status) => {
  expect(refusalInBody(JSON.parse(body))).toEqual({ status })
})

it.each([
  '{}',
  '[]',
  '"error"',
  '{"errors":[]}',
  '{"result":"ok","errors":null}',
  '{"error":false,"data":{"id":1}}',
  '{"code":0,"msg":"ok","data":{"id":1}}',
  '{"code":200,"message":"ok"}',
  '{"data":{"me":{"name":"a"}},"errors":[{"message":"one field failed"}]}',
  '{"id":"pay-1","status":"failed","error":{"code":"insufficient_funds","message":"x"}}',
  '{"status":"error","count":3,"items":[{"id":1}]}',
  '{"active":false}',
  '{"status":"UP"}',
  '{"ok":true,"error":"missing_scope"}',
])('a body that was asked for is none: %s', (body) => {
  expect(refusalInBody(JSON.parse(body))).toBeUndefined()
})

it.each([
  '<TicketResponse><message>Access denied: certificate not found-1</message><retCode>-1</retCode></TicketResponse>',
  '<Errors><Err><Code>600</Code><Msg>ValidacionDeToken: No validaron las fechas</Msg></Err></Errors>',
  '<soap:Envelope><soap:Body><soap:Fault><faultcode>x</faultcode></soap:Fault></soap:Body></soap:Envelope>',
  '<?xml version="1.0"?><error code="7">Login required</error>',
])('XML that reports a failure is one: %s', (text) => {
  expect(refusalInXml(text)).toEqual({})
})

it.each([
  '<R><message>Ok</message><retCode>0</retCode></R>',
  '<R><errors/><retCode>000</retCode></R>',
  '<R><errors></errors><item>1</item></R>',
  '<R><error>0</error><total>3</total></R>',
  '<rss><title>An error in the news</title></rss>',
])('XML that was asked for is none: %s', (text) => {
  expect(refusalInXml(text)).toBeUndefined()
})
