// Package socket is what a kernel does with the sockets of a host while one
// process takes over from another: groups of sockets that share an address,
// accept queues, descriptors that cross a Unix-domain channel, and the routing
// of QUIC packets between two processes.
//
// All of it is plain values, without clock, chance or input: the same steps on
// the same host give the same host. Tests drive a real kernel through the same
// steps and hold the two to each other.
package socket
