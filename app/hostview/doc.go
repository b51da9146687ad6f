// Package hostview shows one host as a walk leaves it after some step: the two
// processes, the sockets that they hold descriptors of with what waits there,
// and what has become of connections and packets. It says all of it in words,
// and draws it as SVG, for pages and for figures. Every number is read off the
// host; it knows no walk by name.
package hostview
