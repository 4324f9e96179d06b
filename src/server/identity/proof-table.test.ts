import { hashOfToken } from "#test/support/sign-in/key-server.ts";
import { type Row, nowS, rewritten, PATH, PUBLIC_URL } from "#test/support/sign-in/token-cases.ts";
import { tokenTable } from "#test/support/sign-in/token-table.ts";

const bound = true;
const lax = true;

const ROWS: readonly Row[] = [
  ["a bound token with its proof", "accepted", { bound }],
  ["the scheme in other letters", "accepted", { bound, authorization: (token) => `dPoP ${token}` }],
  ["a bound token as plain bearer", "bound", { bound, authorization: (token) => `Bearer ${token}` }],
  [
    "a bound token as bearer without a proof",
    "bound",
    { bound, authorization: (token) => `Bearer ${token}`, proofs: () => [] },
  ],
  ["an unbound token with the other scheme", "unbound", { authorization: (token) => `DPoP ${token}` }],
  ["an unbound token where proofs are required", "unbound", { proofRules: { required: true } }],
  ["a bound token where proofs are required", "accepted", { bound, proofRules: { required: true } }],
  ["a bond that is no thumbprint", "claims", { claims: { cnf: { jkt: "x" } } }],
  ["a bond to a certificate", "claims", { claims: { cnf: { "x5t#S256": "x".repeat(43) } } }],
  ["a bond that is null", "claims", { claims: { cnf: null } }],
  ["no proof", "proof-missing", { bound, proofs: () => [] }],
  ["the proof twice", "proof-twice", { bound, proofs: (proof) => [proof, proof] }],
  ["two proofs in one header", "proof-malformed", { bound, proofs: (proof) => [`${proof}, ${proof}`] }],
  ["a proof that is none", "proof-malformed", { bound, proofs: () => ["x"] }],
  ["a proof of more than 8 kB", "proof-malformed", { bound, proof: { claims: { more: "x".repeat(9_000) } } }],
  ["the token itself as its proof", "proof-typ", { bound, proofs: (_proof, token) => [token] }],
  ["a proof of typ JWT", "proof-typ", { bound, proof: { header: { typ: "JWT" } } }],
  ["a proof without typ", "proof-typ", { bound, proof: { header: { typ: undefined } } }],
  [
    "a proof with alg none",
    "proof-alg",
    { bound, proofs: (proof) => [rewritten(proof, { typ: "dpop+jwt", alg: "none" })] },
  ],
  [
    "a proof with a secret signature",
    "proof-alg",
    { bound, proofs: (proof) => [rewritten(proof, { typ: "dpop+jwt", alg: "HS256" })] },
  ],
  ["a proof without its key", "proof-key", { bound, proof: { header: { jwk: undefined } } }],
  ["a proof that gives its private key away", "proof-key", { bound, proof: { header: { jwk: "private" } } }],
  [
    "a proof with a secret as its key",
    "proof-key",
    { bound, proof: { header: { jwk: { kty: "oct", k: "c2VjcmV0" } } } },
  ],
  ["a proof with a key of no kind", "proof-key", { bound, proof: { header: { jwk: { kty: "XY" } } } }],
  ["a proof with an extension", "proof-malformed", { bound, proof: { header: { crit: ["x"], x: 1 } } }],
  ["a proof that another key signed", "proof-signature", { bound, proof: { by: "stranger" } }],
  ["a proof of another key than the token's", "proof-key", { bound, proofKey: "other" }],
  ["a proof for another method", "proof-method", { bound, call: { method: "POST" } }],
  ["a proof for the method in small letters", "proof-method", { bound, proof: { claims: { htm: "get" } } }],
  ["a proof without a method", "proof-method", { bound, proof: { claims: { htm: undefined } } }],
  ["a proof for a post", "accepted", { bound, call: { method: "POST" }, proof: { claims: { htm: "POST" } } }],
  ["a proof for another path", "proof-address", { bound, call: { path: "/api/people" } }],
  [
    "a proof for the address behind the proxy",
    "proof-address",
    { bound, proof: { claims: { htu: `http://10.0.0.7:8080${PATH}` } } },
  ],
  [
    "a proof for another origin",
    "proof-address",
    { bound, proof: { claims: { htu: `https://evil.example/app${PATH}` } } },
  ],
  [
    "a proof for plain http",
    "proof-address",
    { bound, proof: { claims: { htu: `http://waybill.example/app${PATH}` } } },
  ],
  ["a proof for the path alone", "proof-address", { bound, proof: { claims: { htu: PATH } } }],
  ["a proof without an address", "proof-address", { bound, proof: { claims: { htu: undefined } } }],
  [
    "a proof whose address has a query and a fragment",
    "accepted",
    { bound, proof: { claims: { htu: `${PUBLIC_URL}${PATH}?a=1#b` } } },
  ],
  [
    "a proof whose origin is spelled otherwise",
    "accepted",
    { bound, proof: { claims: { htu: `HTTPS://Waybill.Example:443/app${PATH}` } } },
  ],
  [
    "a proof whose path is spelled otherwise",
    "accepted",
    { bound, lax, proof: { claims: { htu: `${PUBLIC_URL}/%61pi/me` } } },
  ],
  ["a proof from a minute ago", "accepted", { bound, proof: { claims: { iat: nowS - 58 } } }],
  ["a proof that is too old", "proof-time", { bound, proof: { claims: { iat: nowS - 62 } } }],
  ["a proof from the near future", "accepted", { bound, proof: { claims: { iat: nowS + 58 } } }],
  ["a proof from the future", "proof-time", { bound, proof: { claims: { iat: nowS + 62 } } }],
  ["a proof without a time", "proof-time", { bound, proof: { claims: { iat: undefined } } }],
  ["a proof whose time is a text", "proof-time", { bound, proof: { claims: { iat: String(nowS) } } }],
  ["a proof without an id", "proof-id", { bound, proof: { claims: { jti: undefined } } }],
  ["a proof with a short id", "proof-id", { bound, proof: { claims: { jti: "seven77" } } }],
  ["a proof with an id of 8", "accepted", { bound, proof: { claims: { jti: "eight888" } } }],
  ["a proof with an id of 256", "accepted", { bound, proof: { claims: { jti: "x".repeat(256) } } }],
  ["a proof with an id of 257", "proof-id", { bound, proof: { claims: { jti: "x".repeat(257) } } }],
  ["a proof of no token", "proof-token", { bound, proof: { claims: { ath: undefined } } }],
  ["a proof of another token", "proof-token", { bound, proof: { claims: { ath: hashOfToken("other") } } }],
  ["a proof with a nonce that nobody asked for", "accepted", { bound, proof: { claims: { nonce: "n" } } }],
  [
    "a proof whose id was used",
    "proof-used",
    { bound, proofRules: { useOnce: () => Promise.resolve(false) } },
  ],
  [
    "a call that was let in with its proof before",
    "accepted",
    { bound, call: { again: true }, proofs: () => [], lax },
  ],
  [
    "a call that was let in before, as bearer",
    "bound",
    { bound, call: { again: true }, authorization: (token) => `Bearer ${token}` },
  ],
  ["RS256 in a proof", "accepted", { bound, proofKey: "rsa" }],
  [
    "a bound token where no proofs are checked",
    "proof-key",
    { bound, rules: { proofs: undefined as never } },
  ],
];

tokenTable(ROWS, 45);
