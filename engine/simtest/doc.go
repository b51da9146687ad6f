// Package simtest holds helpers for tests of the engine, in the sense of
// net/http/httptest: a source that asks at given moments, a server that answers
// by a list, a system of the two in one line, and the contract that every
// component, policy and scenario keeps.
package simtest
